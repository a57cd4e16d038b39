#include "src/view/validate/record_values_json.hpp"

namespace gpumodel {

const Object<Timing>& timing_object() {
  static const Object<Timing> table(
      "timing", "Samples of one timer, of one launch or one run each. None is left out.",
      {
          {"n", "samples", &Timing::n, {.least = 1}},
          {"min_s", "s", &Timing::min_s, {.above = 0}},
          {"p25_s", "s", &Timing::p25_s, {.above = 0}},
          {"median_s", "s", &Timing::median_s, {.above = 0}},
          {"p75_s", "s", &Timing::p75_s, {.above = 0}},
          {"max_s", "s", &Timing::max_s, {.above = 0}},
          {"outliers", "samples far from the quartiles", &Timing::outliers},
          {"settled", "the median does not move any more", &Timing::settled},
      });
  return table;
}

const Object<RecordedClocks>& clocks_object() {
  static const Object<RecordedClocks> table(
      "clocks", "Clocks of the device.",
      {
          {"sm_before_hz", "Hz", &RecordedClocks::sm_before_hz, {.may_lack = true}},
          {"sm_during_hz",
           "least, median, most",
           &RecordedClocks::sm_during_hz,
           {.may_lack = true}},
          {"sm_after_hz", "Hz", &RecordedClocks::sm_after_hz, {.may_lack = true}},
          {"memory_hz", "Hz", &RecordedClocks::memory_hz, {.may_lack = true}},
      });
  return table;
}

const Object<RecordedDevice>& recorded_device() {
  static const Object<RecordedDevice> table(
      "device", "What the driver says.",
      {
          {"name", "", &RecordedDevice::name},
          {"compute_capability",
           "",
           &RecordedDevice::compute_capability,
           {.pattern = version_pattern}},
          {"sms", "", &RecordedDevice::sms, {.least = 1}},
          {"memory_bytes", "B", &RecordedDevice::memory_bytes},
          {"l2_bytes", "B", &RecordedDevice::l2_bytes},
          {"driver", "", &RecordedDevice::driver},
          {"cuda_driver", "", &RecordedDevice::cuda_driver},
          {"ecc", "", &RecordedDevice::ecc},
          {"mig", "", &RecordedDevice::mig},
          {"power_limit_w", "W", &RecordedDevice::power_limit_w},
          {"max_sm_clock_hz", "Hz", &RecordedDevice::max_sm_clock_hz},
          {"max_memory_clock_hz", "Hz", &RecordedDevice::max_memory_clock_hz},
          {"pcie_generation", "", &RecordedDevice::pcie_generation},
          {"pcie_width", "", &RecordedDevice::pcie_width},
      });
  return table;
}

const Object<RecordedHost>& recorded_host() {
  static const Object<RecordedHost> table("host", "",
                                          {
                                              {"cpu", "", &RecordedHost::cpu},
                                              {"cores", "", &RecordedHost::cores, {.least = 1}},
                                              {"system", "", &RecordedHost::system},
                                          });
  return table;
}

ByName named(const std::vector<ParameterValue>& parameters) {
  ByName all;
  for (const ParameterValue& each : parameters) all.emplace_back(each.name, each.value);
  return all;
}

std::string lines_of(const Json& file) {
  std::string text = "{";
  for (const auto& [name, value] : file.items()) {
    text += (text.size() == 1 ? "\n\"" : ",\n\"") + name + "\": ";
    if (!value.is_array()) {
      text += to_line(value);
      continue;
    }
    text += "[";
    for (const Json& item : value) text += (&item == &value[0] ? "\n" : ",\n") + to_line(item);
    text += "\n]";
  }
  return text + "\n}\n";
}

}  // namespace gpumodel
