// Starts another program.
#pragma once

#include <unistd.h>

#include <span>
#include <string>
#include <vector>

namespace gpumodel {

struct Redirection {
  int from, to;  // descriptors: the child's `to` is what is `from` here
};

// `arguments.front()` is its path; it gets no input, and `more` in front of the environment. It has
// a process group of its own, so that all it starts can be stopped with it, and takes signals as
// usual. 0 and the child, or what errno would be.
int spawn(const std::vector<std::string>& arguments, std::span<const Redirection> redirections,
          std::vector<std::string> more, pid_t& child);

}  // namespace gpumodel
