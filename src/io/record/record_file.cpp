#include "src/io/record/record_file.hpp"

#include <optional>

#include "src/io/record/read_program_record.hpp"
#include "src/io/record/read_record.hpp"
#include "src/io/text/json_place.hpp"
#include "src/io/text/text_places.hpp"

namespace gpumodel {
namespace {

[[noreturn]] void refuse_schema(const std::string& found, const RecordKind& kind,
                                std::string_view wanted) {
  if (found == record_schema || found == program_record_schema) {
    const bool programs = found == program_record_schema;
    throw JsonFault{"schema",
                    std::string("is that of a record of ") + (programs ? "programs" : "kernels"),
                    {programs ? "gpumodel validate --programs --replay PATH reads it"
                              : "without --programs it is read"},
                    "record-kind"};
  }
  std::vector<std::string> hints;
  if (found == kind.partial_schema) {
    hints = {"the run that wrote it was interrupted: the same command goes on with it"};
  }
  throw JsonFault{"schema", "is '" + found + "', expected '" + std::string(wanted) + "'",
                  std::move(hints), "record-schema"};
}

}  // namespace

void refuse_record(const RecordText& record, JsonFault fault) {
  const std::string what = fault.path.empty() ? "the file" : "'" + fault.path + "'";
  Diagnostic found{.id = fault.id, .message = what + " " + fault.message, .file = record.shown};
  const JsonPlace place = json_place(record.text, fault.path);
  TextPlaces(record.text).place(found, place.begin);
  found.line += record.first_line - 1;
  found.length = static_cast<int>(place.length);
  found.hints = std::move(fault.hints);
  throw InputError{{std::move(found)}};
}

void check_record_version(JsonObject& fields, const RecordKind& kind, bool partial) {
  const std::string_view wanted = partial ? kind.partial_schema : kind.schema;
  const std::optional<std::string> schema = fields.optional_text("schema");
  if (!schema) {
    throw JsonFault{"",
                    "is no record: it has no 'schema'",
                    {"expected \"schema\": \"" + std::string(wanted) + "\""},
                    "record-schema"};
  }
  if (*schema != wanted) refuse_schema(*schema, kind, wanted);
  const std::int64_t version = fields.integer("schema_version");
  if (version == kind.version) return;
  throw JsonFault{"schema_version",
                  "is " + std::to_string(version),
                  {"this program reads version " + std::to_string(kind.version),
                   version > kind.version ? "a newer gpumodel wrote it: update this one"
                                          : "measure again with --record"},
                  "record-version"};
}

void for_each_line(
    const std::string& path, const std::string& shown,
    const std::function<void(int number, const nlohmann::ordered_json& line)>& read) {
  const TextFile file = read_json_bytes(path, shown);
  std::size_t begin = 0;
  for (int number = 1; begin < file.content.size(); ++number) {
    const std::size_t end = file.content.find('\n', begin);
    if (end == std::string::npos) break;
    const std::string_view line = std::string_view(file.content).substr(begin, end - begin);
    const nlohmann::ordered_json value = parse_json(line, shown, number);
    reading_record({line, shown, number}, [&] { read(number, value); });
    begin = end + 1;
  }
}

void refuse_empty_partial(const std::string& shown) {
  throw InputError{{{.id = "record-schema",
                     .message = "holds nothing that can be continued",
                     .file = shown,
                     .hints = {"remove it"}}}};
}

}  // namespace gpumodel
