#include "src/view/validate/program_record_json.hpp"

#include "src/io/record/read_program_record.hpp"

namespace gpumodel {
namespace {

Json point_json(const ProgramPoint& point) {
  Json one = settings_json(point);
  one["status"] = to_string(point.status);
  if (!point.reason.empty()) one["reason"] = point.reason;
  if (!point.is_measured()) return one;
  one["time"] = timing_json(point.time);
  one["answer"] = point.answer.empty() ? Json(nullptr) : Json(point.answer);
  one["clocks"] = clocks_json(point.clocks);
  one["throttle"] = point.throttle;
  one["temperature_c"] = or_null(point.temperature_c);
  one["power_w"] = or_null(point.power_w);
  one["other_processes"] = or_null(point.other_processes);
  return one;
}

}  // namespace

Json environment_json(const ProgramEnvironment& environment) {
  Json devices = Json::array();
  for (const RecordedDevice& device : environment.devices) devices.push_back(device_json(device));
  return {{"backend", to_string(environment.backend)}, {"devices", std::move(devices)},
          {"host", host_json(environment.host)},       {"compiler", environment.compiler},
          {"gpumodel", environment.gpumodel},          {"date", environment.date}};
}

Json settings_json(const ProgramPoint& point) {
  Json one = {{"set", point.set},
              {"program", point.program},
              {"parameters", parameters_json(point.parameters)},
              {"chunks", or_null(point.chunks)},
              {"streams", or_null(point.streams)}};
  one["order"] = point.order ? Json(to_string(*point.order)) : Json(nullptr);
  one["gpus"] = point.gpus;
  return one;
}

std::string record_text(const ProgramRecord& record) {
  std::vector<Json> points;
  for (const ProgramPoint& point : record.points) points.push_back(point_json(point));
  return record_file_text(program_record_schema, program_record_version,
                          environment_json(record.environment), points);
}

std::string partial_head(const ProgramEnvironment& environment) {
  return to_line({{"schema", partial_program_schema},
                  {"schema_version", program_record_version},
                  {"environment", environment_json(environment)}}) +
         '\n';
}

std::string partial_line(const ProgramPoint& point) {
  return to_line(point_json(point)) + '\n';
}

}  // namespace gpumodel
