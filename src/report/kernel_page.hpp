// Kernels for people and machines: the library's list, and one descriptor with its numbers at the
// default parameters.
#pragma once

#include "src/input/read_kernel.hpp"
#include "src/report/json.hpp"
#include "src/report/page.hpp"

namespace gpumodel {

Page kernel_list_page(const std::vector<KernelFile>& kernels);
// `faults` are of the files that could not be read.
Json kernel_list_json(const std::vector<KernelFile>& kernels,
                      const std::vector<Diagnostic>& faults);

Page kernel_page(const KernelFile& kernel);
Json kernel_json(const KernelFile& kernel);

}  // namespace gpumodel
