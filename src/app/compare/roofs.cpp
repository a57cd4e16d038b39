#include "src/app/compare/roofs.hpp"

#include <algorithm>

#include "src/app/common/shared_definitions.hpp"
#include "src/io/library/parameters.hpp"

namespace gpumodel {

std::optional<RooflineAnswer> roofs_of(const CompareAnswer& answer) {
  const CompareAsk& asked = answer.ask;
  RooflineAsk ask;
  ask.default_device = asked.default_device;
  ask.model = asked.models.front();
  ask.cache = asked.cache;
  ask.work = asked.work;
  std::vector<const std::vector<Parameter>*> parameters;
  for (const KernelOrProgram& what : asked.what) {
    const auto* kernel = std::get_if<std::shared_ptr<const KernelFile>>(&what);
    if (kernel == nullptr) continue;
    ask.kernels.push_back(*kernel);
    parameters.push_back(&(*kernel)->kernel.parameters);
  }
  std::vector<std::string> known;  // a definition may be about programs only
  for (const std::string& each : asked.definitions) {
    const std::string name = each.substr(0, each.find('='));
    const auto has = [&](const auto* list) {
      return std::ranges::find(*list, name, &Parameter::name) != list->end();
    };
    if (std::ranges::any_of(parameters, has)) known.push_back(each);
  }
  const auto own = shared_definitions(known, parameters);
  for (std::size_t i = 0; i < own.size(); ++i) {
    ask.overrides.push_back(parse_parameters(own[i], ask.kernels[i]->kernel));
  }
  for (const auto& device : asked.devices) {
    const auto lacks = [&](const CompareRow& row) {
      return row.device_file == device && row.model == ask.model && !row.time;
    };
    if (std::ranges::none_of(answer.rows, lacks)) ask.devices.push_back(device);
  }
  if (ask.kernels.empty() || ask.devices.empty()) return std::nullopt;
  return roofline(std::move(ask));
}

}  // namespace gpumodel
