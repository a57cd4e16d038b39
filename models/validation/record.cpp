#include "models/validation/record.hpp"

namespace gpumodel {
namespace {

std::string changed(std::string_view what, const std::string& a, const std::string& b) {
  return a == b ? std::string() : std::string(what) + ": '" + a + "' and '" + b + "'";
}

std::string difference(const RecordedDevice& a, const RecordedDevice& b) {
  const auto text = [](const std::optional<bool>& value) {
    return std::string(!value ? "unknown" : *value ? "on" : "off");
  };
  for (const std::string& found :
       {changed("device", a.name, b.name),
        changed("compute capability", a.compute_capability, b.compute_capability),
        changed("SMs", std::to_string(a.sms), std::to_string(b.sms)),
        changed("driver", a.driver.value_or("unknown"), b.driver.value_or("unknown")),
        changed("ECC", text(a.ecc), text(b.ecc)), changed("MIG", text(a.mig), text(b.mig))}) {
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace

std::optional<Number> find_parameter(const Point& point, std::string_view name) {
  for (const ParameterValue& parameter : point.parameters) {
    if (parameter.name == name) return parameter.value;
  }
  return std::nullopt;
}

std::string parameter_text(const std::vector<ParameterValue>& parameters) {
  std::string text;
  for (const ParameterValue& parameter : parameters) {
    text += (text.empty() ? "" : " ") + parameter.name + "=" + to_string(parameter.value);
  }
  return text;
}

std::string parameter_text(const Point& point) {
  return parameter_text(point.parameters);
}

std::string difference(const Environment& a, const Environment& b) {
  for (const std::string& found :
       {changed("backend", std::string(to_string(a.backend)), std::string(to_string(b.backend))),
        changed("compiler", a.compiler, b.compiler), changed("host", a.host.cpu, b.host.cpu),
        changed("gpumodel", a.gpumodel, b.gpumodel)}) {
    if (!found.empty()) return found;
  }
  if (a.device.has_value() != b.device.has_value()) return "one of them has no device";
  const auto set = [](const std::optional<GeneratedSet>& of) {
    return !of ? "none" : of->seed + ", version " + std::to_string(of->version);
  };
  std::string other = changed("generated", set(a.generated), set(b.generated));
  if (!other.empty()) return other;
  return a.device ? difference(*a.device, *b.device) : std::string();
}

}  // namespace gpumodel
