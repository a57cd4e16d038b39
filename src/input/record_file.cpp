#include "src/input/record_file.hpp"

#include <optional>

#include "src/input/read_program_record.hpp"
#include "src/input/read_record.hpp"

namespace gpumodel {
namespace {

[[noreturn]] void refuse_schema(const std::string& shown, const std::string& found,
                                const RecordKind& kind, std::string_view wanted) {
  if (found == record_schema || found == program_record_schema) {
    const bool programs = found == program_record_schema;
    refuse_record(shown, "record-kind",
                  std::string("is a record of ") + (programs ? "programs" : "kernels"),
                  {programs ? "gpumodel validate --programs --replay PATH reads it"
                            : "without --programs it is read"});
  }
  std::vector<std::string> hints;
  if (found == kind.partial_schema) {
    hints = {"the run that wrote it was interrupted: the same command goes on with it"};
  }
  refuse_record(shown, "record-schema",
                "holds '" + found + "', expected '" + std::string(wanted) + "'", std::move(hints));
}

}  // namespace

void refuse_record(const std::string& shown, std::string_view id, std::string message,
                   std::vector<std::string> hints) {
  Diagnostic fault{.id = id, .message = std::move(message), .file = shown};
  fault.hints = std::move(hints);
  throw InputError{{std::move(fault)}};
}

void check_record_version(JsonObject& fields, const std::string& shown, const RecordKind& kind,
                          bool partial) {
  const std::string_view wanted = partial ? kind.partial_schema : kind.schema;
  const std::optional<std::string> schema = fields.optional_text("schema");
  if (!schema) {
    refuse_record(shown, "record-schema", "is no record: it has no 'schema'",
                  {"expected \"schema\": \"" + std::string(wanted) + "\""});
  }
  if (*schema != wanted) refuse_schema(shown, *schema, kind, wanted);
  const std::int64_t version = fields.integer("schema_version");
  if (version == kind.version) return;
  refuse_record(shown, "record-version", "is a record of version " + std::to_string(version),
                {"this program reads version " + std::to_string(kind.version),
                 version > kind.version ? "a newer gpumodel wrote it: update this one"
                                        : "measure again with --record"});
}

void for_each_line(const std::string& path, const std::string& shown,
                   const std::function<void(int number, const std::string& place,
                                            const nlohmann::ordered_json& line)>& read) {
  const TextFile file = read_json_bytes(path, shown);
  std::size_t begin = 0;
  for (int number = 1; begin < file.content.size(); ++number) {
    const std::size_t end = file.content.find('\n', begin);
    if (end == std::string::npos) break;
    const std::string_view line = std::string_view(file.content).substr(begin, end - begin);
    const nlohmann::ordered_json value = parse_json(line, shown, number);
    const std::string place = shown + ":" + std::to_string(number);
    reading_record(place, [&] { read(number, place, value); });
    begin = end + 1;
  }
}

void refuse_empty_partial(const std::string& shown) {
  refuse_record(shown, "record-schema", "holds nothing that can be continued", {"remove it"});
}

}  // namespace gpumodel
