// A file an answer was made from, as documents name it.
#pragma once

#include <string>
#include <vector>

namespace gpumodel {

struct InputFile {
  std::string name;
  std::string file;  // as shown
  std::string sha256;
  std::string path;                    // to open it
  std::vector<std::string> assumed{};  // in place of its numbers
};

}  // namespace gpumodel
