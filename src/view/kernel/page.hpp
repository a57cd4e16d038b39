// Kernels for people: the library's list, and one descriptor with its numbers at the
// default parameters.
#pragma once

#include "models/kernel/workload.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page kernel_list_page(const std::vector<KernelFile>& kernels);

// A kernel at its default parameters.
struct KernelAtDefaults {
  KernelFile file;
  std::vector<Number> values;
  Workload work;
};

// `times`: the work that the analysis may take (models/work_limit.hpp). `stated`: by parameter, for
// those that have no default. Throws InputError.
KernelAtDefaults at_defaults(KernelFile file, double times,
                             std::vector<std::optional<Number>> stated = {});

Page kernel_page(const KernelAtDefaults& kernel);

}  // namespace gpumodel
