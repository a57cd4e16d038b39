#include "src/app/common/measured_points.hpp"

#include <algorithm>

#include "src/app/common/describing_file.hpp"

namespace gpumodel {

std::string described_device(const RecordedDevice& device) {
  const std::optional<DeviceFile> file = describing_file(device);
  return file ? std::get<Gpu>(file->device).id : std::string();
}

bool are_values(const std::vector<ParameterValue>& recorded,
                const std::vector<Parameter>& parameters, const std::vector<Number>& values) {
  if (recorded.size() != parameters.size()) return false;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto at = std::ranges::find(recorded, parameters[i].name, &ParameterValue::name);
    if (at == recorded.end() || at->value.real() != values[i].real()) return false;
  }
  return true;
}

bool has_values(const std::vector<ParameterValue>& recorded,
                const std::vector<std::string>& definitions) {
  return std::ranges::all_of(definitions, [&](const std::string& each) {
    const std::size_t equals = each.find('=');
    const auto at = std::ranges::find(recorded, each.substr(0, equals), &ParameterValue::name);
    return at != recorded.end() && at->value.real() == std::stod(each.substr(equals + 1));
  });
}

bool measures(const Point& point, const PredictAnswer& answer) {
  return point.is_measured() && point.time && point.cache == answer.ask.cache &&
         point.kernel == answer.kernel().id &&
         are_values(point.parameters, answer.kernel().parameters, answer.values());
}

}  // namespace gpumodel
