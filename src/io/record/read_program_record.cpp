#include "src/io/record/read_program_record.hpp"

#include "src/io/record/record_file.hpp"
#include "src/io/record/record_values.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

constexpr RecordKind program_kind{program_record_schema, partial_program_schema,
                                  program_record_version};
constexpr auto orders = std::to_array({IssueOrder::depth_first, IssueOrder::breadth_first});

ProgramEnvironment environment_from(JsonObject fields) {
  ProgramEnvironment environment;
  environment.backend = backend_of(fields);
  const Json& devices = fields.array("devices");
  for (std::size_t i = 0; i < devices.size(); ++i) {
    environment.devices.push_back(
        device_of({devices[i], fields.path_of("devices[" + std::to_string(i) + "]")}));
  }
  if (environment.devices.empty()) fields.fail("devices", "must name one device or more");
  environment.host = host_of(fields.object("host"));
  environment.compiler = fields.text("compiler");
  environment.gpumodel = fields.text("gpumodel");
  environment.date = fields.text("date");
  fields.reject_unknown();
  return environment;
}

void read_measurement(JsonObject& fields, ProgramPoint& point) {
  point.status = status_of(fields);
  point.reason = fields.optional_text("reason").value_or("");
  if (!point.is_measured() && point.reason.empty()) fields.fail("reason", "is missing");
  if (const auto time = fields.optional_object("time")) point.time = timing_of(*time);
  if (point.is_measured() && !point.time) fields.fail("time", "is missing");
  if (!point.is_measured() && point.time) {
    fields.fail("time", "is given, but the point is not measured");
  }
  point.answer = fields.optional_text("answer").value_or("");
  if (const auto clocks = fields.optional_object("clocks")) point.clocks = clocks_of(*clocks);
  point.throttle = texts_of(fields, "throttle");
  point.temperature_c = fields.optional_number("temperature_c");
  point.power_w = fields.optional_number("power_w");
  point.other_processes = fields.optional_integer("other_processes");
  fields.reject_unknown();
}

std::optional<std::int64_t> count_of(JsonObject& fields, std::string_view key) {
  if (!fields.optional_integer(key)) return std::nullopt;
  return at_least(fields, key, 1);
}

ProgramPoint point_from(JsonObject fields) {
  ProgramPoint point;
  point.set = fields.text("set");
  point.program = fields.text("program");
  point.parameters = parameters_of(fields.object("parameters"));
  point.chunks = count_of(fields, "chunks");
  point.streams = count_of(fields, "streams");
  if (fields.optional_text("order")) point.order = word_of<IssueOrder>(fields, "order", orders);
  point.gpus = at_least(fields, "gpus", 1);
  read_measurement(fields, point);
  return point;
}

}  // namespace

ProgramRecordFile read_program_record(const std::string& path, const std::string& shown) {
  ProgramRecordFile file{{}, read_json_bytes(path, shown)};
  const Json root = parse_json(file.text.content, shown);
  reading_record({file.text.content, shown}, [&] {
    JsonObject fields(root, "");
    check_record_version(fields, program_kind, false);
    file.record.environment = environment_from(fields.object("environment"));
    const Json& points = fields.array("points");
    for (std::size_t i = 0; i < points.size(); ++i) {
      file.record.points.push_back(
          point_from({points[i], fields.path_of("points[" + std::to_string(i) + "]")}));
    }
    fields.reject_unknown();
  });
  return file;
}

ProgramRecord read_partial_program_record(const std::string& path, const std::string& shown) {
  ProgramRecord record;
  for_each_line(path, shown, [&](int number, const Json& line) {
    JsonObject fields(line, "");
    if (number > 1) return record.points.push_back(point_from(fields));
    check_record_version(fields, program_kind, true);
    record.environment = environment_from(fields.object("environment"));
    fields.reject_unknown();
  });
  if (record.environment.devices.empty()) refuse_empty_partial(shown);
  return record;
}

ProgramEnvironment read_program_environment(std::string_view text, const std::string& shown) {
  const Json root = parse_json(text, shown);
  return reading_record({text, shown}, [&] { return environment_from({root, ""}); });
}

std::vector<std::string> read_listed_programs(std::string_view text, const std::string& shown) {
  const Json root = parse_json(text, shown);
  return reading_record({text, shown}, [&] {
    JsonObject fields(root, "");
    return texts_of(fields, "programs");
  });
}

ProgramPoint read_measured_program(std::string_view text, const std::string& shown,
                                   ProgramPoint asked) {
  const Json root = parse_json(text, shown);
  reading_record({text, shown}, [&] {
    JsonObject fields(root, "");
    environment_from(fields.object("environment"));
    JsonObject point = fields.object("point");
    read_measurement(point, asked);
    fields.reject_unknown();
  });
  return asked;
}

}  // namespace gpumodel
