// A file an answer was made from, as documents name it.
#pragma once

#include <string>

namespace gpumodel {

struct InputFile {
  std::string name;
  std::string file;  // as shown
  std::string sha256;
  std::string path;  // to open it
};

}  // namespace gpumodel
