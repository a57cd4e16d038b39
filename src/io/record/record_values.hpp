// The parts of a record as values; for read_record.cpp and read_program_record.cpp.
#pragma once

#include <span>

#include "models/validation/record.hpp"
#include "src/io/text/json_file.hpp"

namespace gpumodel {

// All throw JsonFault.
Environment environment_of(JsonObject fields);
// `counter_names`: what its list `counted` stands for, where it has one.
Point point_of(JsonObject fields, const std::vector<std::string>& counter_names = {});

// Parts of them.
RecordedDevice device_of(JsonObject fields);
RecordedHost host_of(JsonObject fields);
Timing timing_of(JsonObject fields);
RecordedClocks clocks_of(JsonObject fields);
std::vector<ParameterValue> parameters_of(JsonObject fields);
PointStatus status_of(JsonObject& fields);
BackendKind backend_of(JsonObject& fields);
// A list of texts; empty where the member is absent or null.
std::vector<std::string> texts_of(JsonObject& fields, std::string_view key);
std::int64_t at_least(JsonObject& fields, std::string_view key, std::int64_t least);

// One of the words that to_string() gives for the values.
template <class Value>
Value word_of(JsonObject& fields, std::string_view key, std::span<const Value> values) {
  const std::string text = fields.text(key);
  std::string known = "known:";
  for (const Value value : values) {
    if (to_string(value) == text) return value;
    known += " " + std::string(to_string(value));
  }
  fields.fail(key, "cannot be '" + text + "'", {known});
}

}  // namespace gpumodel
