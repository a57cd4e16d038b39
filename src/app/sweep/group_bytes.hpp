// A group of points as bytes, from one process to another of the same program.
#pragma once

#include <string>
#include <string_view>

#include "src/app/sweep/run.hpp"

namespace gpumodel {

std::string bytes_of(const SweepGroup& group);
SweepGroup group_of(std::string_view bytes);

}  // namespace gpumodel
