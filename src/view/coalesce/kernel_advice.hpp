// What to change in a kernel's accesses, with what it would save.
#pragma once

#include <string>
#include <vector>

#include "src/app/coalesce/kernel_answer.hpp"

namespace gpumodel {

// One sentence or two each, the largest gain first within its kind.
std::vector<std::string> kernel_advice(const CoalesceKernelAnswer& answer);

}  // namespace gpumodel
