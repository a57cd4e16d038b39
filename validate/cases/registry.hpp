// Functions by the name of a kernel, filled before main() by the files of the kernels.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gpumodel {

template <class Function>
class Registry {
 public:
  bool add(const char* kernel, Function function) {
    return functions_.emplace(kernel, function).second;
  }
  // Null where there is none.
  Function find(std::string_view kernel) const {
    const auto found = functions_.find(kernel);
    return found == functions_.end() ? nullptr : found->second;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& [name, function] : functions_) all.push_back(name);
    return all;
  }

 private:
  std::map<std::string, Function, std::less<>> functions_;
};

}  // namespace gpumodel
