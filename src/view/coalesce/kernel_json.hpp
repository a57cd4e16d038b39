// `coalesce KERNEL` as a JSON document: that of expressions for one warp, and the launch.
#pragma once

#include "src/app/coalesce/kernel_answer.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {

Json coalesce_kernel_json(const CoalesceKernelAnswer& answer);

}  // namespace gpumodel
