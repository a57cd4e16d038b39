// What all files of records share: their schema, their version, and how faults are told.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/io/text/json_file.hpp"

namespace gpumodel {

struct RecordKind {
  std::string_view schema, partial_schema;
  int version = 1;
};

// Throws JsonFault where the file holds something else (another kind of record: "record-kind") or
// is of another version. `partial`: it must be an unfinished record.
void check_record_version(JsonObject& fields, const RecordKind& kind, bool partial);

// The text of a record, or a line of it.
struct RecordText {
  std::string_view text;
  const std::string& shown;
  int first_line = 1;
};
[[noreturn]] void refuse_record(const RecordText& record, JsonFault fault);

// Runs a reader; what it finds wrong becomes a diagnostic at its place.
template <class Read>
auto reading_record(const RecordText& record, Read read) {
  try {
    return read();
  } catch (JsonFault& fault) {
    refuse_record(record, std::move(fault));
  }
}

// The whole lines of an unfinished record, each a JSON value: read(number, value). A last line that
// was cut short is left out.
void for_each_line(const std::string& path, const std::string& shown,
                   const std::function<void(int number, const nlohmann::ordered_json& line)>& read);
[[noreturn]] void refuse_empty_partial(const std::string& shown);

}  // namespace gpumodel
