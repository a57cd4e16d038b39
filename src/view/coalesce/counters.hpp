// The hardware counters whose quotient a report states.
#pragma once

#include <string>
#include <vector>

namespace gpumodel {

// Two lines: pieces of all loads (or stores) over requests, and what that is. Counters of these
// names exist since 7.0. Pieces are sectors, in shared memory wavefronts.
std::vector<std::string> counter_check_lines(bool shared, bool stores, const std::string& value);

}  // namespace gpumodel
