#include "models/validation/suite.hpp"

namespace gpumodel {

std::vector<std::vector<ParameterValue>> combinations(const SuiteEntry& entry) {
  std::vector<std::vector<ParameterValue>> all(1);
  for (const SuiteParameter& parameter : entry.parameters) {
    std::vector<std::vector<ParameterValue>> longer;
    for (const std::vector<ParameterValue>& set : all) {
      for (const Number value : parameter.values) {
        longer.push_back(set);
        longer.back().push_back({parameter.name, value});
      }
    }
    all = std::move(longer);
  }
  return all;
}

}  // namespace gpumodel
