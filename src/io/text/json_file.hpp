// JSON files, and strict reading of their objects: every member is asked for once, and what nobody
// asked for is a fault. Faults name the member by its path: points[3].time.median_s.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/diagnostics/diagnostic.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

// A record of a thousand points with their counters has 3 MB, 90,000 values and a depth of 6. A
// value takes up to 100 bytes of memory, and a level some stack.
inline constexpr std::size_t max_json_bytes = 16UL * 1024 * 1024;
inline constexpr std::size_t max_json_values = 1'000'000;
inline constexpr std::size_t max_json_depth = 64;

// The bytes of a file as they are, with its checksum; `content` stays unchecked.
TextFile read_json_bytes(const std::string& path, const std::string& shown);

// Throws InputError at the line and column of the fault, also where there is more than the limits
// above before anything is kept of it; `first_line` is that of the text's begin.
nlohmann::ordered_json parse_json(std::string_view text, const std::string& shown,
                                  int first_line = 1);

// A member does not hold what it must; becomes a diagnostic at its place in the file.
struct JsonFault {
  std::string path;
  std::string message;
  std::vector<std::string> hints{};
  std::string_view id = "record-field";
};

class JsonObject {
 public:
  // Throws JsonFault if `value` is no object.
  JsonObject(const nlohmann::ordered_json& value, std::string path);

  // All throw JsonFault: a member is missing, or of another type.
  std::string text(std::string_view key);
  double number(std::string_view key);  // a plausible one, see quantity.hpp
  double any_number(std::string_view key);
  std::int64_t integer(std::string_view key);
  bool boolean(std::string_view key);
  const nlohmann::ordered_json& array(std::string_view key);
  JsonObject object(std::string_view key);

  // Nothing where the member is absent or null.
  std::optional<std::string> optional_text(std::string_view key);
  std::optional<double> optional_number(std::string_view key);
  std::optional<double> optional_any_number(std::string_view key);
  std::optional<std::int64_t> optional_integer(std::string_view key);
  std::optional<bool> optional_boolean(std::string_view key);
  std::optional<JsonObject> optional_object(std::string_view key);
  const nlohmann::ordered_json* optional_array(std::string_view key);

  // All members, for objects whose keys are names.
  const nlohmann::ordered_json& members();
  std::string path_of(std::string_view key) const;
  [[noreturn]] void fail(std::string_view key, std::string message,
                         std::vector<std::string> hints = {}) const;
  // To be called last by every reader.
  void reject_unknown() const;

 private:
  const nlohmann::ordered_json* find(std::string_view key);
  const nlohmann::ordered_json& required(std::string_view key);

  const nlohmann::ordered_json* value_;
  std::string path_;
  std::vector<std::string> asked_;
};

}  // namespace gpumodel
