#include "src/io/record/record_values.hpp"

#include <cmath>

#include "models/hardware/compute_capability.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/text_places.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

constexpr auto caches = std::to_array<CacheStart>({CacheStart::cold, CacheStart::warm});
constexpr auto statuses = std::to_array<PointStatus>(
    {PointStatus::measured, PointStatus::wrong_answer, PointStatus::failed, PointStatus::skipped});

double positive(JsonObject& fields, std::string_view key) {
  const double value = fields.number(key);
  if (!(value > 0.0)) fields.fail(key, "must be above 0");
  return value;
}

std::optional<Timing> optional_timing(JsonObject& fields, std::string_view key) {
  const std::optional<JsonObject> found = fields.optional_object(key);
  return found ? std::optional(timing_of(*found)) : std::nullopt;
}

template <class Value>
std::array<Value, 3> three(JsonObject& fields, std::string_view key) {
  const Json& list = fields.array(key);
  std::array<Value, 3> values{};
  if (list.size() != 3) fields.fail(key, "must have three numbers");
  for (std::size_t i = 0; i < 3; ++i) {
    const bool right = std::is_integral_v<Value> ? list[i].is_number_integer() && list[i] >= 1
                                                 : list[i].is_number();
    if (!right) fields.fail(key, "must hold numbers only");
    values[i] = list[i].get<Value>();
  }
  return values;
}

RecordedLaunch launch_of(JsonObject fields) {
  RecordedLaunch launch;
  launch.grid = three<std::int64_t>(fields, "grid");
  launch.block = three<std::int64_t>(fields, "block");
  launch.shared_bytes = fields.optional_integer("shared_bytes").value_or(0);
  launch.registers_per_thread = fields.optional_integer("registers_per_thread");
  launch.local_bytes = fields.optional_integer("local_bytes");
  launch.static_shared_bytes = fields.optional_integer("static_shared_bytes");
  fields.reject_unknown();
  return launch;
}

std::vector<CheckedArray> check_of(JsonObject fields) {
  std::vector<CheckedArray> all;
  const Json& arrays = fields.array("arrays");
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    JsonObject one(arrays[i], fields.path_of("arrays[" + std::to_string(i) + "]"));
    all.push_back({one.text("name"), at_least(one, "checked", 0), at_least(one, "of", 0),
                   one.optional_any_number("worst_error")});
    one.reject_unknown();
  }
  fields.reject_unknown();
  return all;
}

std::map<std::string, double> counters_of(JsonObject fields) {
  std::map<std::string, double> all;
  for (const auto& [name, value] : fields.members().items()) {
    all.emplace(one_line(name), fields.number(name));
  }
  return all;
}

std::map<std::string, double> named_counters(const Json& values,
                                             const std::vector<std::string>& names,
                                             const JsonObject& fields) {
  if (values.size() != names.size()) {
    fields.fail("counted", "must have a number for each of counter_names");
  }
  std::map<std::string, double> all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!values[i].is_number()) fields.fail("counted", "must hold numbers only");
    all.emplace(names[i], values[i].get<double>());
  }
  return all;
}

void read_measurement(JsonObject& fields, Point& point) {
  point.timer = fields.optional_text("timer").value_or("");
  point.time = optional_timing(fields, "time");
  point.host_time = optional_timing(fields, "host_time");
  point.graph_time = optional_timing(fields, "graph_time");
  if (const auto check = fields.optional_object("check")) point.check = check_of(*check);
  if (const auto clocks = fields.optional_object("clocks")) point.clocks = clocks_of(*clocks);
  point.throttle = texts_of(fields, "throttle");
  point.temperature_c = fields.optional_number("temperature_c");
  point.power_w = fields.optional_number("power_w");
  point.other_processes = fields.optional_integer("other_processes");
  if (auto occupancy = fields.optional_object("occupancy")) {
    point.blocks_per_sm = occupancy->optional_integer("blocks_per_sm");
    occupancy->reject_unknown();
  }
  if (const auto found = fields.optional_object("counters")) point.counters = counters_of(*found);
  point.counters_note = fields.optional_text("counters_note").value_or("");
  if (point.is_measured() && !point.time) fields.fail("time", "is missing");
  if (!point.is_measured() && point.time) {
    fields.fail("time", "is given, but the point is not measured");
  }
}

}  // namespace

std::int64_t at_least(JsonObject& fields, std::string_view key, std::int64_t least) {
  const std::int64_t value = fields.integer(key);
  if (value < least) fields.fail(key, "must be at least " + std::to_string(least));
  return value;
}

Timing timing_of(JsonObject fields) {
  Timing time;
  time.n = at_least(fields, "n", 1);
  time.min_s = positive(fields, "min_s");
  time.p25_s = positive(fields, "p25_s");
  time.median_s = positive(fields, "median_s");
  time.p75_s = positive(fields, "p75_s");
  time.max_s = positive(fields, "max_s");
  const bool ascending = time.min_s <= time.p25_s && time.p25_s <= time.median_s &&
                         time.median_s <= time.p75_s && time.p75_s <= time.max_s;
  if (!ascending) fields.fail("median_s", "min, quartiles and max must ascend");
  time.outliers = at_least(fields, "outliers", 0);
  time.settled = fields.boolean("settled");
  fields.reject_unknown();
  return time;
}

RecordedClocks clocks_of(JsonObject fields) {
  RecordedClocks clocks;
  clocks.sm_before_hz = fields.optional_number("sm_before_hz");
  if (fields.optional_array("sm_during_hz") != nullptr) {
    clocks.sm_during_hz = three<double>(fields, "sm_during_hz");
  }
  clocks.sm_after_hz = fields.optional_number("sm_after_hz");
  clocks.memory_hz = fields.optional_number("memory_hz");
  fields.reject_unknown();
  return clocks;
}

std::vector<ParameterValue> parameters_of(JsonObject fields) {
  std::vector<ParameterValue> all;
  for (const auto& [name, value] : fields.members().items()) {
    if (!value.is_number()) fields.fail(name, "must be a number");
    all.push_back({one_line(name), value.is_number_integer() ? Number::integer(fields.integer(name))
                                                             : Number::real(fields.number(name))});
  }
  return all;
}

std::vector<std::string> texts_of(JsonObject& fields, std::string_view key) {
  std::vector<std::string> all;
  const Json* list = fields.optional_array(key);
  if (list == nullptr) return all;
  for (const Json& value : *list) {
    if (!value.is_string()) fields.fail(key, "must hold texts only");
    all.push_back(one_line(value.get<std::string>()));
  }
  return all;
}

PointStatus status_of(JsonObject& fields) {
  return word_of<PointStatus>(fields, "status", statuses);
}

BackendKind backend_of(JsonObject& fields) {
  return word_of<BackendKind>(fields, "backend", all_backends);
}

RecordedDevice device_of(JsonObject fields) {
  RecordedDevice device;
  device.name = fields.text("name");
  device.compute_capability = fields.text("compute_capability");
  if (!parse_compute_capability(device.compute_capability)) {
    fields.fail("compute_capability", "must be major.minor, such as \"9.0\"");
  }
  device.sms = at_least(fields, "sms", 1);
  device.memory_bytes = fields.optional_number("memory_bytes");
  device.l2_bytes = fields.optional_number("l2_bytes");
  device.driver = fields.optional_text("driver");
  device.cuda_driver = fields.optional_text("cuda_driver");
  device.ecc = fields.optional_boolean("ecc");
  device.mig = fields.optional_boolean("mig");
  device.power_limit_w = fields.optional_number("power_limit_w");
  device.max_sm_clock_hz = fields.optional_number("max_sm_clock_hz");
  device.max_memory_clock_hz = fields.optional_number("max_memory_clock_hz");
  device.pcie_generation = fields.optional_integer("pcie_generation");
  device.pcie_width = fields.optional_integer("pcie_width");
  fields.reject_unknown();
  return device;
}

RecordedHost host_of(JsonObject fields) {
  RecordedHost host{fields.text("cpu"), at_least(fields, "cores", 1), fields.text("system")};
  fields.reject_unknown();
  return host;
}

Environment environment_of(JsonObject fields) {
  Environment environment;
  environment.backend = backend_of(fields);
  if (environment.backend == BackendKind::host) {
    if (fields.optional_object("device")) fields.fail("device", "must be null for the host");
  } else {
    environment.device = device_of(fields.object("device"));
  }
  environment.host = host_of(fields.object("host"));
  environment.threads = fields.optional_integer("threads");
  environment.compiler = fields.text("compiler");
  environment.gpumodel = fields.text("gpumodel");
  environment.date = fields.text("date");
  if (auto set = fields.optional_object("generated")) {
    environment.generated = {at_least(*set, "version", 1), at_least(*set, "count", 1),
                             set->text("seed")};
    set->reject_unknown();
  }
  fields.reject_unknown();
  return environment;
}

Point point_of(JsonObject fields, const std::vector<std::string>& counter_names) {
  Point point;
  point.kernel = fields.text("kernel");
  point.backend = backend_of(fields);
  point.parameters = parameters_of(fields.object("parameters"));
  if (const auto launch = fields.optional_object("launch")) point.launch = launch_of(*launch);
  point.cache = word_of<CacheStart>(fields, "cache", caches);
  point.status = status_of(fields);
  point.reason = fields.optional_text("reason").value_or("");
  if (!point.is_measured() && point.reason.empty()) fields.fail("reason", "is missing");
  read_measurement(fields, point);
  if (const Json* counted = fields.optional_array("counted")) {
    point.counters = named_counters(*counted, counter_names, fields);
  }
  for (const std::string& line : texts_of(fields, "descriptor")) point.descriptor += line + "\n";
  fields.reject_unknown();
  return point;
}

}  // namespace gpumodel
