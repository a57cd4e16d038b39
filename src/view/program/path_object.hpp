// The critical path of a program with the equations of its times, for machines.
#pragma once

#include "src/app/program/answer.hpp"
#include "src/view/document/object.hpp"

namespace gpumodel {

// What the tasks on the path are made of, and the terms of the kernels and loops that they call.
// The times of the steps add up to that of the program.
const Object<ProgramAnswer>& path_terms_object();

}  // namespace gpumodel
