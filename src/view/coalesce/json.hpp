// `coalesce` for machines: one warp, and of a kernel the launch; the schema is
// `gpumodel schema coalesce`.
#pragma once

#include "src/app/coalesce/kernel_answer.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

// The accesses of a warp, and the launch where they are those of a kernel.
struct CoalesceShown {
  const CoalesceAnswer& warp;
  const CoalesceKernelAnswer* launch = nullptr;
};

const Document<CoalesceShown>& coalesce_document();
Json coalesce_json(const CoalesceAnswer& answer);
Json coalesce_kernel_json(const CoalesceKernelAnswer& answer);

}  // namespace gpumodel
