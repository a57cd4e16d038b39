#include "src/io/record/read_record.hpp"

#include "src/io/record/record_file.hpp"
#include "src/io/record/record_values.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

constexpr RecordKind kernel_kind{record_schema, partial_schema, record_version};

void read_points(JsonObject& fields, Record& record) {
  const std::vector<std::string> names = texts_of(fields, "counter_names");
  const Json& points = fields.array("points");
  for (std::size_t i = 0; i < points.size(); ++i) {
    record.points.push_back(
        point_of({points[i], fields.path_of("points[" + std::to_string(i) + "]")}, names));
  }
}

Record body_of(JsonObject& fields) {
  Record record{environment_of(fields.object("environment")), {}};
  read_points(fields, record);
  fields.reject_unknown();
  return record;
}

}  // namespace

RecordFile read_record(const std::string& path, const std::string& shown) {
  RecordFile file{{}, read_json_bytes(path, shown)};
  const Json root = parse_json(file.text.content, shown);
  file.record = reading_record({file.text.content, shown}, [&] {
    JsonObject fields(root, "");
    check_record_version(fields, kernel_kind, false);
    return body_of(fields);
  });
  return file;
}

Record read_runner_output(std::string_view text, const std::string& shown) {
  const Json root = parse_json(text, shown);
  return reading_record({text, shown}, [&] {
    JsonObject fields(root, "");
    return body_of(fields);
  });
}

std::vector<Point> read_runner_points(std::string_view text, const std::string& shown) {
  const Json root = parse_json(text, shown);
  return reading_record({text, shown}, [&] {
    JsonObject fields(root, "");
    fields.integer("case");
    Record record;
    read_points(fields, record);
    fields.reject_unknown();
    return std::move(record.points);
  });
}

Environment read_environment(std::string_view text, const std::string& shown) {
  const Json root = parse_json(text, shown);
  return reading_record({text, shown}, [&] { return environment_of({root, ""}); });
}

Record read_partial_record(const std::string& path, const std::string& shown) {
  Record record;
  for_each_line(path, shown, [&](int number, const Json& line) {
    JsonObject fields(line, "");
    if (number > 1) return record.points.push_back(point_of(fields));
    check_record_version(fields, kernel_kind, true);
    record.environment = environment_of(fields.object("environment"));
    fields.reject_unknown();
  });
  if (record.environment.date.empty()) refuse_empty_partial(shown);
  return record;
}

}  // namespace gpumodel
