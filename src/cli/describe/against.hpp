// describe --against: a descriptor beside what a compiler made of the kernel.
#pragma once

#include <string>

#include "src/cli/common/console.hpp"

namespace gpumodel {

// The kernel of the image whose name holds that of `kernel`, as the source calls it. Throws
// InputError and UsageError.
void show_against(Console& console, const std::string& source, const std::string& kernel,
                  const std::string& descriptor, const std::string& cubin);

}  // namespace gpumodel
