#include "src/app/common/shared_definitions.hpp"

#include <algorithm>

#include "src/io/library/parameters.hpp"

namespace gpumodel {

std::vector<std::vector<std::string>> shared_definitions(
    const std::vector<std::string>& definitions,
    const std::vector<const std::vector<Parameter>*>& parameters) {
  ParameterNames known{"what was named", "parameters", {}};
  for (const auto* each : parameters) {
    for (const Parameter& parameter : *each) {
      if (std::ranges::find(known.names, parameter.name) == known.names.end()) {
        known.names.push_back(parameter.name);
      }
    }
  }
  parse_parameters(definitions, known);  // all that is wrong with them is said at once
  std::vector<std::vector<std::string>> own(parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    std::ranges::copy_if(definitions, std::back_inserter(own[i]), [&](const std::string& each) {
      const std::string name = each.substr(0, each.find('='));
      return std::ranges::find(*parameters[i], name, &Parameter::name) != parameters[i]->end();
    });
  }
  return own;
}

}  // namespace gpumodel
