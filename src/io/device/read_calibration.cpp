#include "src/io/device/read_calibration.hpp"

#include <algorithm>
#include <cmath>

#include "src/io/text/json_file.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

constexpr double most_processes = 99.0, most_ports = 64.0;

// Parses, reads with `read`, and turns a fault into a diagnostic about the program.
template <class Read>
auto guarded(std::string_view text, const std::string& shown, Read&& read) {
  const Json document = parse_json(text, shown);
  try {
    return read(document);
  } catch (const JsonFault& fault) {
    throw InputError{{{.id = "runner-failed",
                       .message = "'" + fault.path + "' " + fault.message,
                       .file = shown,
                       .hints = fault.hints}}};
  }
}

CalibrationMeasurement measurement_of(JsonObject object) {
  CalibrationMeasurement one;
  one.name = object.text("name");
  one.seconds = object.number("seconds");
  one.devices = static_cast<int>(object.optional_number("devices").value_or(1.0));
  one.processes = static_cast<int>(
      std::clamp(object.optional_number("processes").value_or(1.0), 1.0, most_processes));
  for (const Json& key : object.array("keys")) {
    one.keys.push_back(JsonObject(key, object.path_of("keys")).text("name"));
  }
  return one;
}

double positive(const Json& number, const JsonObject& object, std::string_view key) {
  const double value = number.is_number() ? number.get<double>() : -1.0;
  if (!(value >= 0.0) || !std::isfinite(value)) object.fail(key, "holds no usable number");
  return value;
}

std::vector<CurvePoint> points_of(JsonObject& object) {
  std::vector<CurvePoint> points;
  for (const Json& row : object.array("curve")) {
    if (!row.is_array() || row.size() != 2) object.fail("curve", "is no list of pairs");
    points.push_back({positive(row[0], object, "curve"), positive(row[1], object, "curve")});
    if (points.size() > 1 && points.back().x <= points[points.size() - 2].x) {
      object.fail("curve", "does not ascend");
    }
  }
  if (points.empty()) object.fail("curve", "has no points");
  return points;
}

CalibrationResult result_of(JsonObject object) {
  CalibrationResult result;
  result.key = object.text("name");
  result.unit = object.text("unit");
  result.unit_x = object.optional_text("unit_x").value_or("");
  result.devices = static_cast<int>(
      std::clamp(object.optional_number("devices").value_or(0.0), 0.0, most_ports));
  if (result.is_curve()) {
    result.points = points_of(object);
  } else {
    result.value = object.number("value");
    if (!(result.value > 0.0)) object.fail("value", "is not above zero");
  }
  result.spread = object.optional_number("spread").value_or(0.0);
  result.note = object.optional_text("note").value_or("");
  return result;
}

void read_gpu(JsonObject device, CalibrationMachine& machine) {
  machine.name = device.text("name");
  machine.compute_capability = device.text("compute_capability");
  machine.sms = device.number("sms");
  machine.copy_engines = device.number("copy_engines");
  machine.memory_bytes = device.number("memory_bytes");
  machine.l2_bytes = device.number("l2_bytes");
  machine.sm_clock_hz = device.number("max_sm_clock_hz");
  machine.memory_clock_hz = device.number("max_memory_clock_hz");
  machine.memory_bus_bits = device.number("memory_bus_bits");
  machine.pcie_generation = device.optional_number("max_pcie_generation");
  machine.pcie_width = device.optional_number("max_pcie_width");
  machine.system = "driver " + device.optional_text("driver").value_or("unknown");
}

// Of all GPUs; of the first one where the program does not say.
std::vector<std::string> names_of(JsonObject& top, const std::string& first) {
  const Json* all = top.optional_array("gpus");
  if (all == nullptr) return {first};
  std::vector<std::string> names;
  for (const Json& name : *all) {
    if (!name.is_string()) top.fail("gpus", "is no list of names");
    names.push_back(name.get<std::string>());
  }
  return names;
}

void read_host(JsonObject host, CalibrationMachine& machine) {
  machine.name = host.text("cpu");
  machine.cores = host.number("cores");
  machine.sockets = host.number("sockets");
  machine.clock_hz = host.optional_number("clock_hz");
  machine.llc_bytes = host.optional_number("llc_bytes");
  machine.system = host.text("system");
}

}  // namespace

std::vector<CalibrationMeasurement> read_calibration_list(std::string_view text,
                                                          const std::string& shown) {
  return guarded(text, shown, [](const Json& document) {
    JsonObject top(document, "");
    std::vector<CalibrationMeasurement> all;
    for (const Json& one : top.array("measurements")) {
      all.push_back(measurement_of(JsonObject(one, "measurements")));
    }
    return all;
  });
}

CalibrationMachine read_calibration_machine(std::string_view text, const std::string& shown) {
  return guarded(text, shown, [](const Json& document) {
    JsonObject top(document, "");
    CalibrationMachine machine;
    machine.date = top.text("date");
    machine.is_gpu = top.text("backend") == "cuda";
    if (machine.is_gpu) {
      read_gpu(top.object("device"), machine);
      machine.gpus = names_of(top, machine.name);
    } else {
      read_host(top.object("host"), machine);
    }
    return machine;
  });
}

std::vector<CalibrationResult> read_calibration_results(std::string_view text,
                                                        const std::string& shown) {
  std::vector<CalibrationResult> all;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.empty()) continue;
    all.push_back(guarded(
        line, shown, [](const Json& document) { return result_of(JsonObject(document, "")); }));
  }
  return all;
}

}  // namespace gpumodel
