#include "src/io/text/json_file.hpp"

#include <algorithm>

#include "src/diagnostics/visible_text.hpp"
#include "src/io/text/binary_file.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/quantity.hpp"
#include "src/io/text/sha256.hpp"
#include "src/io/text/text_places.hpp"

namespace gpumodel {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_shown = 8 * 1024;  // of a line, bytes

// "parse error at line 1, column 5: syntax error ... - unexpected X; expected Y": what comes last.
std::string without_place(const std::string& message) {
  const std::size_t dash = message.rfind(" - ");
  return dash == std::string::npos ? message : message.substr(dash + 3);
}

// A text and the line it begins at, for messages.
struct JsonText {
  std::string_view text;
  const std::string& shown;
  int first_line;
};

Diagnostic fault_at(const JsonText& json, std::size_t at, std::string_view id,
                    std::string message) {
  const auto& [text, shown, first_line] = json;
  const std::size_t before = text.substr(0, at).rfind('\n');
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
  Diagnostic fault{.id = id, .message = std::move(message)};
  fault.file = shown;
  fault.line = first_line + static_cast<int>(std::ranges::count(text.substr(0, begin), '\n'));
  fault.column = 1 + characters(line, at - begin);
  fault.source_line = line.substr(0, most_shown);
  return fault;
}

[[noreturn]] void refuse_syntax(const JsonText& json, const nlohmann::json::parse_error& error) {
  const std::size_t at = std::min(error.byte > 0 ? error.byte - 1 : 0, json.text.size());
  Diagnostic fault =
      fault_at(json, at, "json-syntax", "not valid JSON: " + without_place(error.what()));
  if (at >= json.text.size()) {
    fault.hints = {"the file ends too early: was its writing interrupted?"};
  }
  throw InputError{{std::move(fault)}};
}

// The library names the number, not its place: "... number overflow parsing '1e999'".
[[noreturn]] void refuse_number(const JsonText& json, const Json::out_of_range& error) {
  const std::string message = error.what();
  const std::size_t first = message.find('\'') + 1;
  const std::string number = message.substr(first, message.rfind('\'') - first);
  throw InputError{{fault_at(json, std::min(json.text.find(number), json.text.size()),
                             "json-syntax", "the number " + number + " is too large")}};
}

// Brackets and commas outside of texts: what there is to keep, before any of it is kept.
void expect_bounded(const JsonText& json) {
  std::size_t depth = 0, values = 1;
  bool quoted = false;
  for (std::size_t at = 0; at < json.text.size(); ++at) {
    const char c = json.text[at];
    if (quoted && c == '\\') ++at;
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '[' || c == '{') ++depth;
    if ((c == ']' || c == '}') && depth > 0) --depth;
    if (c == ',' || c == '[' || c == '{') ++values;
    if (depth > max_json_depth) {
      throw InputError{{fault_at(json, at, "json-syntax",
                                 "lists and objects lie more than " +
                                     std::to_string(max_json_depth) + " deep in one another")}};
    }
    if (values > max_json_values) {
      Diagnostic fault = fault_at(json, at, "file-too-large",
                                  "holds more than " + std::to_string(max_json_values) +
                                      " values: is this the right file?");
      fault.hints = {"the points of a record can be replayed from several files of one folder"};
      throw InputError{{std::move(fault)}};
    }
  }
}

std::string_view kind_of(const Json& value) {
  switch (value.type()) {
    case Json::value_t::object:
      return "an object";
    case Json::value_t::array:
      return "a list";
    case Json::value_t::string:
      return "a text";
    case Json::value_t::boolean:
      return "true or false";
    case Json::value_t::null:
      return "null";
    default:
      return "a number";
  }
}

[[noreturn]] void wrong_type(const std::string& path, std::string_view wanted, const Json& found) {
  throw JsonFault{
      path, "must be " + std::string(wanted) + ", found " + std::string(kind_of(found)), {}};
}

}  // namespace

TextFile read_json_bytes(const std::string& path, const std::string& shown) {
  TextFile file{visible(shown), path, read_binary_file(path, shown, max_json_bytes), {}};
  file.sha256 = sha256_hex(file.content);
  return file;
}

Json parse_json(std::string_view text, const std::string& shown, int first_line) {
  const JsonText json{text, shown, first_line};
  expect_bounded(json);
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    refuse_syntax(json, error);
  } catch (const Json::out_of_range& error) {
    refuse_number(json, error);
  }
}

JsonObject::JsonObject(const Json& value, std::string path)
    : value_(&value), path_(std::move(path)) {
  if (!value.is_object()) wrong_type(path_, "an object", value);
}

std::string JsonObject::path_of(std::string_view key) const {
  return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
}

void JsonObject::fail(std::string_view key, std::string message,
                      std::vector<std::string> hints) const {
  throw JsonFault{path_of(key), std::move(message), std::move(hints)};
}

const Json* JsonObject::find(std::string_view key) {
  asked_.emplace_back(key);
  const auto found = value_->find(asked_.back());
  return found == value_->end() || found->is_null() ? nullptr : &*found;
}

const Json& JsonObject::required(std::string_view key) {
  const Json* found = find(key);
  if (found == nullptr) fail(key, "is missing");
  return *found;
}

std::string JsonObject::text(std::string_view key) {
  const Json& value = required(key);
  if (!value.is_string()) wrong_type(path_of(key), "a text", value);
  return one_line(value.get<std::string>());
}

double JsonObject::any_number(std::string_view key) {
  const Json& value = required(key);
  if (!value.is_number()) wrong_type(path_of(key), "a number", value);
  return value.get<double>();
}

double JsonObject::number(std::string_view key) {
  const double value = any_number(key);
  if (!is_plausible(value)) fail(key, "is not plausible: " + required(key).dump());
  return value;
}

std::int64_t JsonObject::integer(std::string_view key) {
  const Json& value = required(key);
  const bool too_large = value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX;
  if (!value.is_number_integer() || too_large) wrong_type(path_of(key), "a whole number", value);
  return value.get<std::int64_t>();
}

bool JsonObject::boolean(std::string_view key) {
  const Json& value = required(key);
  if (!value.is_boolean()) wrong_type(path_of(key), "true or false", value);
  return value.get<bool>();
}

const Json& JsonObject::array(std::string_view key) {
  const Json& value = required(key);
  if (!value.is_array()) wrong_type(path_of(key), "a list", value);
  return value;
}

JsonObject JsonObject::object(std::string_view key) {
  return {required(key), path_of(key)};
}

std::optional<std::string> JsonObject::optional_text(std::string_view key) {
  return find(key) == nullptr ? std::nullopt : std::optional(text(key));
}
std::optional<double> JsonObject::optional_number(std::string_view key) {
  return find(key) == nullptr ? std::nullopt : std::optional(number(key));
}
std::optional<double> JsonObject::optional_any_number(std::string_view key) {
  return find(key) == nullptr ? std::nullopt : std::optional(any_number(key));
}
std::optional<std::int64_t> JsonObject::optional_integer(std::string_view key) {
  return find(key) == nullptr ? std::nullopt : std::optional(integer(key));
}
std::optional<bool> JsonObject::optional_boolean(std::string_view key) {
  return find(key) == nullptr ? std::nullopt : std::optional(boolean(key));
}
std::optional<JsonObject> JsonObject::optional_object(std::string_view key) {
  return find(key) == nullptr ? std::nullopt : std::optional(object(key));
}
const Json* JsonObject::optional_array(std::string_view key) {
  return find(key) == nullptr ? nullptr : &array(key);
}

const Json& JsonObject::members() {
  for (const auto& [key, value] : value_->items()) asked_.push_back(key);
  return *value_;
}

void JsonObject::reject_unknown() const {
  for (const auto& [key, value] : value_->items()) {
    if (std::ranges::find(asked_, key) == asked_.end()) {
      fail(key, "is not known here", did_you_mean(key, asked_));
    }
  }
}

}  // namespace gpumodel
