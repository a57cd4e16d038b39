// --device or --cc, the same for every command that asks for a kind of SM.
#pragma once

#include "src/app/common/target.hpp"

namespace gpumodel {

// Throws UsageError (both given, or no capability) and InputError (no such device, not a GPU).
Target choose_target(const std::string& device, const std::string& capability);

}  // namespace gpumodel
