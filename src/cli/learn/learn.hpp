// The command of the course.
#pragma once

#include <memory>

#include "src/cli/common/command.hpp"

namespace gpumodel {

std::unique_ptr<Command> make_learn();

}  // namespace gpumodel
