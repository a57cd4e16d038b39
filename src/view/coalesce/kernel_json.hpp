// What the launch of a kernel moves, for machines.
#pragma once

#include "src/app/coalesce/kernel_answer.hpp"
#include "src/view/document/object.hpp"

namespace gpumodel {

const Object<CoalesceKernelAnswer>& launch_object();

}  // namespace gpumodel
