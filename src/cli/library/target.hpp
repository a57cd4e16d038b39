// --device or --cc, the same for every command that asks for a kind of SM.
#pragma once

#include "src/app/common/target.hpp"
#include "src/cli/library/set.hpp"

namespace gpumodel {

// Throws UsageError (both given, no capability, numbers assumed of one) and InputError (no such
// device, not a GPU).
Target choose_target(const std::string& device, const std::string& capability,
                     const SetOption& set = {});

}  // namespace gpumodel
