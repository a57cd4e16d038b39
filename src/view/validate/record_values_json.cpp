#include "src/view/validate/record_values_json.hpp"

namespace gpumodel {

Json timing_json(const std::optional<Timing>& time) {
  if (!time) return nullptr;
  return {{"n", time->n},
          {"min_s", time->min_s},
          {"p25_s", time->p25_s},
          {"median_s", time->median_s},
          {"p75_s", time->p75_s},
          {"max_s", time->max_s},
          {"outliers", time->outliers},
          {"settled", time->settled}};
}

Json clocks_json(const std::optional<RecordedClocks>& clocks) {
  if (!clocks) return nullptr;
  return {{"sm_before_hz", or_null(clocks->sm_before_hz)},
          {"sm_during_hz", or_null(clocks->sm_during_hz)},
          {"sm_after_hz", or_null(clocks->sm_after_hz)},
          {"memory_hz", or_null(clocks->memory_hz)}};
}

Json device_json(const RecordedDevice& device) {
  return {{"name", device.name},
          {"compute_capability", device.compute_capability},
          {"sms", device.sms},
          {"memory_bytes", or_null(device.memory_bytes)},
          {"l2_bytes", or_null(device.l2_bytes)},
          {"driver", or_null(device.driver)},
          {"cuda_driver", or_null(device.cuda_driver)},
          {"ecc", or_null(device.ecc)},
          {"mig", or_null(device.mig)},
          {"power_limit_w", or_null(device.power_limit_w)},
          {"max_sm_clock_hz", or_null(device.max_sm_clock_hz)},
          {"max_memory_clock_hz", or_null(device.max_memory_clock_hz)},
          {"pcie_generation", or_null(device.pcie_generation)},
          {"pcie_width", or_null(device.pcie_width)}};
}

Json host_json(const RecordedHost& host) {
  return {{"cpu", host.cpu}, {"cores", host.cores}, {"system", host.system}};
}

Json parameters_json(const std::vector<ParameterValue>& parameters) {
  Json all = Json::object();
  for (const ParameterValue& parameter : parameters) {
    all[parameter.name] = json_number(parameter.value);
  }
  return all;
}

std::string record_file_text(std::string_view schema, int version, const Json& environment,
                             std::span<const Json> points) {
  std::string text = "{\n\"schema\": \"" + std::string(schema) +
                     "\",\n\"schema_version\": " + std::to_string(version) +
                     ",\n\"environment\": " + to_line(environment) + ",\n\"points\": [";
  for (const Json& point : points) {
    text += (&point == points.data() ? "\n" : ",\n") + to_line(point);
  }
  return text + "\n]\n}\n";
}

}  // namespace gpumodel
