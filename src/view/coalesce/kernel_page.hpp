// `coalesce KERNEL` for people: the worst access, every access, what moves, what to change.
#pragma once

#include "src/app/coalesce/kernel_answer.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page coalesce_kernel_page(const CoalesceKernelAnswer& answer);

}  // namespace gpumodel
