#include "validate/counters/cupti_places.hpp"

#include <cstdlib>

namespace gpumodel {

std::vector<std::string> cupti_places(int cuda_major) {
  const std::string name = "libcupti.so." + std::to_string(cuda_major);
  std::vector<std::string> places = {name};
  const auto add_toolkit = [&](const std::string& folder) {
    places.push_back(folder + "/lib64/" + name);
    places.push_back(folder + "/extras/CUPTI/lib64/" + name);
  };
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* folder = std::getenv(variable);
    if (folder != nullptr && *folder != '\0') add_toolkit(folder);
  }
  add_toolkit("/usr/local/cuda");
  add_toolkit("/usr/local/cuda-" + std::to_string(cuda_major));
  return places;
}

}  // namespace gpumodel
