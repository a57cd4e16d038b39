// -D of one command about several kernels and programs: each takes those that it knows.
#pragma once

#include <string>
#include <vector>

#include "models/kernel/kernel.hpp"

namespace gpumodel {

// For each of the lists of parameters the definitions of its names, as given. Throws InputError: a
// definition that none of them knows, or that is none.
std::vector<std::vector<std::string>> shared_definitions(
    const std::vector<std::string>& definitions,
    const std::vector<const std::vector<Parameter>*>& parameters);

}  // namespace gpumodel
