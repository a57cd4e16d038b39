#include "src/report/record_json.hpp"

#include "src/input/read_record.hpp"

namespace gpumodel {
namespace {

std::string one_line(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

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

Json check_json(const std::vector<CheckedArray>& check) {
  Json arrays = Json::array();
  for (const CheckedArray& array : check) {
    arrays.push_back({{"name", array.name},
                      {"checked", array.checked},
                      {"of", array.of},
                      {"worst_error", or_null(array.worst_error)}});
  }
  return {{"arrays", std::move(arrays)}};
}

Json clocks_json(const std::optional<RecordedClocks>& clocks) {
  if (!clocks) return nullptr;
  return {{"sm_before_hz", or_null(clocks->sm_before_hz)},
          {"sm_during_hz", or_null(clocks->sm_during_hz)},
          {"sm_after_hz", or_null(clocks->sm_after_hz)},
          {"memory_hz", or_null(clocks->memory_hz)}};
}

Json device_json(const std::optional<RecordedDevice>& device) {
  if (!device) return nullptr;
  return {{"name", device->name},
          {"compute_capability", device->compute_capability},
          {"sms", device->sms},
          {"memory_bytes", or_null(device->memory_bytes)},
          {"l2_bytes", or_null(device->l2_bytes)},
          {"driver", or_null(device->driver)},
          {"cuda_driver", or_null(device->cuda_driver)},
          {"ecc", or_null(device->ecc)},
          {"mig", or_null(device->mig)},
          {"power_limit_w", or_null(device->power_limit_w)},
          {"max_sm_clock_hz", or_null(device->max_sm_clock_hz)},
          {"max_memory_clock_hz", or_null(device->max_memory_clock_hz)},
          {"pcie_generation", or_null(device->pcie_generation)},
          {"pcie_width", or_null(device->pcie_width)}};
}

void add_measurement(const Point& point, Json& one) {
  one["timer"] = point.timer;
  one["time"] = timing_json(point.time);
  one["host_time"] = timing_json(point.host_time);
  one["graph_time"] = timing_json(point.graph_time);
  one["check"] = check_json(point.check);
  one["clocks"] = clocks_json(point.clocks);
  one["throttle"] = point.throttle;
  one["temperature_c"] = or_null(point.temperature_c);
  one["power_w"] = or_null(point.power_w);
  one["other_processes"] = or_null(point.other_processes);
  one["occupancy"] =
      point.blocks_per_sm ? Json{{"blocks_per_sm", *point.blocks_per_sm}} : Json(nullptr);
  one["counters"] = or_null(point.counters);
  if (!point.counters_note.empty()) one["counters_note"] = point.counters_note;
}

Json point_json(const Point& point) {
  Json one = {{"kernel", point.kernel},
              {"backend", to_string(point.backend)},
              {"parameters", parameters_json(point)},
              {"launch", point.launch ? launch_json(*point.launch) : Json(nullptr)},
              {"cache", to_string(point.cache)},
              {"status", to_string(point.status)}};
  if (!point.reason.empty()) one["reason"] = point.reason;
  if (point.is_measured()) {
    add_measurement(point, one);
  } else if (!point.check.empty()) {
    one["check"] = check_json(point.check);
  }
  return one;
}

}  // namespace

Json parameters_json(const Point& point) {
  Json all = Json::object();
  for (const ParameterValue& parameter : point.parameters) {
    all[parameter.name] = json_number(parameter.value);
  }
  return all;
}

Json launch_json(const RecordedLaunch& launch) {
  return {{"grid", launch.grid},
          {"block", launch.block},
          {"shared_bytes", launch.shared_bytes},
          {"registers_per_thread", or_null(launch.registers_per_thread)},
          {"local_bytes", or_null(launch.local_bytes)},
          {"static_shared_bytes", or_null(launch.static_shared_bytes)}};
}

Json environment_json(const Environment& environment) {
  Json one = {{"backend", to_string(environment.backend)},
              {"device", device_json(environment.device)},
              {"host",
               {{"cpu", environment.host.cpu},
                {"cores", environment.host.cores},
                {"system", environment.host.system}}}};
  if (environment.threads) one["threads"] = *environment.threads;
  one["compiler"] = environment.compiler;
  one["gpumodel"] = environment.gpumodel;
  one["date"] = environment.date;
  return one;
}

std::string record_text(const Record& record) {
  std::string text = "{\n\"schema\": \"" + std::string(record_schema) +
                     "\",\n\"schema_version\": " + std::to_string(record_version) +
                     ",\n\"environment\": " + one_line(environment_json(record.environment)) +
                     ",\n\"points\": [";
  for (const Point& point : record.points) {
    text += (&point == record.points.data() ? "\n" : ",\n") + one_line(point_json(point));
  }
  return text + "\n]\n}\n";
}

std::string partial_head(const Environment& environment) {
  return one_line({{"schema", partial_schema},
                   {"schema_version", record_version},
                   {"environment", environment_json(environment)}}) +
         '\n';
}

std::string partial_line(const Point& point) {
  return one_line(point_json(point)) + '\n';
}

}  // namespace gpumodel
