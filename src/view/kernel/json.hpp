// `kernels` for machines; the schema is `gpumodel schema kernels`.
#pragma once

#include "src/view/document/document.hpp"
#include "src/view/kernel/page.hpp"

namespace gpumodel {

const Document<std::vector<KernelFile>>& kernel_list_document();
const Document<KernelAtDefaults>& kernel_document();

// `faults` are of the files that could not be read.
Json kernel_list_json(const std::vector<KernelFile>& kernels,
                      const std::vector<Diagnostic>& faults);
Json kernel_json(const KernelAtDefaults& kernel);

// Operations by pipe.
const Object<Workload>& flop_object();

}  // namespace gpumodel
