// --replay: records from files.
#pragma once

#include "src/commands/validate_judge.hpp"

namespace gpumodel {

// A record, or all *.json of a folder and those below it, by name. Throws InputError.
std::vector<ValidateInput> replayed(const std::string& path);

}  // namespace gpumodel
