// What all files of records share: their schema, their version, and how faults are told.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/input/json_file.hpp"

namespace gpumodel {

struct RecordKind {
  std::string_view schema, partial_schema;
  int version = 1;
};

[[noreturn]] void refuse_record(const std::string& shown, std::string_view id, std::string message,
                                std::vector<std::string> hints);

// Throws InputError where the file holds something else (another kind of record: "record-kind") or
// is of another version. `partial`: it must be an unfinished record.
void check_record_version(JsonObject& fields, const std::string& shown, const RecordKind& kind,
                          bool partial);

// Runs a reader; what it finds wrong becomes a diagnostic of the file.
template <class Read>
auto reading_record(const std::string& shown, Read read) {
  try {
    return read();
  } catch (JsonFault& fault) {
    refuse_record(shown, "record-field",
                  (fault.path.empty() ? "the file" : "'" + fault.path + "'") + " " + fault.message,
                  std::move(fault.hints));
  }
}

// The whole lines of an unfinished record, each a JSON value: read(number, place, value). A last
// line that was cut short is left out.
void for_each_line(const std::string& path, const std::string& shown,
                   const std::function<void(int number, const std::string& place,
                                            const nlohmann::ordered_json& line)>& read);
[[noreturn]] void refuse_empty_partial(const std::string& shown);

}  // namespace gpumodel
