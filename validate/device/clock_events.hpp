// Why the clocks of a GPU are not higher, in the driver's words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gpumodel {

// The words of a mask of NVML's clocks event reasons. An idle GPU is no reason.
std::vector<std::string> clock_event_words(std::uint64_t mask);

}  // namespace gpumodel
