#include "models/validation/program_record.hpp"

namespace gpumodel {
namespace {

std::string counted(std::int64_t n, const char* what) {
  return ", " + std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

// One device of it, as a record of kernels has it.
Environment with_device(const ProgramEnvironment& e, std::size_t device) {
  return {e.backend, e.devices[device], e.host, std::nullopt, e.compiler, e.gpumodel, e.date};
}

}  // namespace

std::string settings_text(const ProgramPoint& point) {
  std::string text = parameter_text(point.parameters);
  if (point.chunks) text += counted(*point.chunks, "chunk");
  if (point.streams) text += counted(*point.streams, "stream");
  if (point.order) text += ", " + std::string(to_string(*point.order)) + " first";
  return text.starts_with(", ") ? text.substr(2) : text;
}

std::string identity(const ProgramPoint& point) {
  return point.program + " " + settings_text(point) + counted(point.gpus, "GPU");
}

std::string difference(const ProgramEnvironment& a, const ProgramEnvironment& b) {
  if (a.devices.size() != b.devices.size()) {
    return "devices: " + std::to_string(a.devices.size()) + " and " +
           std::to_string(b.devices.size());
  }
  for (std::size_t i = 0; i < a.devices.size(); ++i) {
    std::string found = difference(with_device(a, i), with_device(b, i));
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace gpumodel
