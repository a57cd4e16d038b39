// A source that is asked about again and again, compiled once: each ask is answered by a copy of
// this process, which ends with it and so leaves nothing behind for the next one.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gpumodel::describe {

// Asks come on standard input, which is a socket: the number of bytes and a line's end, then words
// that each end in a 0. What `answer` prints goes where this process prints; behind it, "CODE
// SIGNAL" and a line's end go back to the asker. Until it says no more.
int serve(const std::function<int(const std::vector<std::string>&)>& answer);

}  // namespace gpumodel::describe
