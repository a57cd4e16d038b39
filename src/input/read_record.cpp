#include "src/input/read_record.hpp"

#include "src/input/record_values.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& shown, std::string_view id, std::string message,
                         std::vector<std::string> hints) {
  Diagnostic fault{.id = id, .message = std::move(message), .file = shown};
  fault.hints = std::move(hints);
  throw InputError{{std::move(fault)}};
}

// Runs a reader; what it finds wrong becomes a diagnostic of the file.
template <class Read>
auto reading(const std::string& shown, Read read) {
  try {
    return read();
  } catch (JsonFault& fault) {
    refuse(shown, "record-field",
           (fault.path.empty() ? "the file" : "'" + fault.path + "'") + " " + fault.message,
           std::move(fault.hints));
  }
}

void check_version(JsonObject& fields, const std::string& shown, std::string_view wanted) {
  const std::optional<std::string> schema = fields.optional_text("schema");
  if (!schema) {
    refuse(shown, "record-schema", "is no record: it has no 'schema'",
           {"expected \"schema\": \"" + std::string(wanted) + "\""});
  }
  if (*schema != wanted) {
    refuse(shown, "record-schema",
           "holds '" + *schema + "', expected '" + std::string(wanted) + "'",
           *schema == partial_schema
               ? std::vector<std::string>{"the run that wrote it was interrupted: the same "
                                          "command goes on with it"}
               : std::vector<std::string>{});
  }
  const std::int64_t version = fields.integer("schema_version");
  if (version == record_version) return;
  const std::string known = "this program reads version " + std::to_string(record_version);
  refuse(shown, "record-version", "is a record of version " + std::to_string(version),
         {known, version > record_version ? "a newer gpumodel wrote it: update this one"
                                          : "measure again with --record"});
}

void read_points(JsonObject& fields, Record& record) {
  const Json& points = fields.array("points");
  for (std::size_t i = 0; i < points.size(); ++i) {
    record.points.push_back(
        point_of({points[i], fields.path_of("points[" + std::to_string(i) + "]")}));
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
  file.record = reading(shown, [&] {
    JsonObject fields(root, "");
    check_version(fields, shown, record_schema);
    return body_of(fields);
  });
  return file;
}

Record read_runner_output(std::string_view text, const std::string& shown) {
  const Json root = parse_json(text, shown);
  return reading(shown, [&] {
    JsonObject fields(root, "");
    return body_of(fields);
  });
}

Environment read_environment(std::string_view text, const std::string& shown) {
  const Json root = parse_json(text, shown);
  return reading(shown, [&] { return environment_of({root, ""}); });
}

Record read_partial_record(const std::string& path, const std::string& shown) {
  const TextFile file = read_json_bytes(path, shown);
  Record record;
  std::size_t begin = 0;
  for (int number = 1; begin < file.content.size(); ++number) {
    const std::size_t end = file.content.find('\n', begin);
    if (end == std::string::npos) break;
    const std::string_view line = std::string_view(file.content).substr(begin, end - begin);
    const Json value = parse_json(line, shown, number);
    const std::string place = shown + ":" + std::to_string(number);
    reading(place, [&] {
      JsonObject fields(value, "");
      if (number == 1) {
        check_version(fields, place, partial_schema);
        record.environment = environment_of(fields.object("environment"));
        fields.reject_unknown();
      } else {
        record.points.push_back(point_of(fields));
      }
      return true;
    });
    begin = end + 1;
  }
  if (record.environment.date.empty()) {
    refuse(shown, "record-schema", "holds nothing that can be continued", {"remove it"});
  }
  return record;
}

}  // namespace gpumodel
