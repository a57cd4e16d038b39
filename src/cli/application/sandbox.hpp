// What keeps a program of somebody else's small, with the tools that Linux has for it (util-linux).
#pragma once

#include <string>
#include <vector>

namespace gpumodel {

struct Sandbox {
  // In front of a command, each becoming the next: file sizes, core dumps, processes where the
  // system counts them, and a network of its own with nobody in it.
  std::vector<std::string> words;
  bool without_network = false;  // else the system lets nobody leave it
};

// Looked for once.
const Sandbox& sandbox();

}  // namespace gpumodel
