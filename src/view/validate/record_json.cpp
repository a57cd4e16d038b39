#include "src/view/validate/record_json.hpp"

#include "src/io/record/read_record.hpp"

namespace gpumodel {
namespace {

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
              {"parameters", parameters_json(point.parameters)},
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
              {"device", environment.device ? device_json(*environment.device) : Json(nullptr)},
              {"host", host_json(environment.host)}};
  if (environment.threads) one["threads"] = *environment.threads;
  one["compiler"] = environment.compiler;
  one["gpumodel"] = environment.gpumodel;
  one["date"] = environment.date;
  return one;
}

std::string record_text(const Record& record) {
  std::vector<Json> points;
  for (const Point& point : record.points) points.push_back(point_json(point));
  return record_file_text(record_schema, record_version, environment_json(record.environment),
                          points);
}

std::string partial_head(const Environment& environment) {
  return to_line({{"schema", partial_schema},
                  {"schema_version", record_version},
                  {"environment", environment_json(environment)}}) +
         '\n';
}

std::string partial_line(const Point& point) {
  return to_line(point_json(point)) + '\n';
}

}  // namespace gpumodel
