// The descriptor as text: what a person would have written, with the place of each access.
#pragma once

#include <string>

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

std::string yaml(const Program& program);

}  // namespace gpumodel::describe
