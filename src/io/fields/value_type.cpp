#include "src/io/fields/value_type.hpp"

#include <algorithm>
#include <cctype>

#include "src/io/fields/schema_writer.hpp"

namespace gpumodel {
namespace {

// As parse_quantity() reads them, without separators of digits.
constexpr std::string_view number_pattern =
    R"(\+?(([1-9][0-9]*|0)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?[ \t]*)";
constexpr std::string_view prefix_pattern = "([numkMGTP]|[KMGTP]i)?";

std::string unit_pattern(Dim dim) {
  const std::string per = "[ \\t]*/[ \\t]*" + std::string(prefix_pattern);
  std::string unit = "T?";  // transfers have no dimension
  if (dim.byte > 0) unit = "(B|bit)";
  if (dim.flop > 0) unit = "(FLOP|flop|Flop)";
  if (dim.cycle > 0) unit = "cycles?";
  if (dim.second > 0) unit = "s";
  if (dim == Watts::dim) return "W";
  if (dim.cycle < 0) unit += per + "cycles?";
  if (dim.second < 0) unit += per + "s";
  return dim == Hertz::dim ? "(Hz|" + unit + ")" : unit;
}

bool is_bare(std::string_view word) {
  return word == "true" || word == "false" ||
         std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

std::string json_quoted(std::string_view text) {
  std::string all = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') all += '\\';
    all += c;
  }
  return all + '"';
}

// YAML takes true and 1 for more than texts.
std::string types::schema_of_words(std::span<const std::string_view> words) {
  std::string all;
  for (const std::string_view word : words) {
    all += (all.empty() ? "" : ", ") + (is_bare(word) ? std::string(word) : json_quoted(word));
  }
  return R"({"enum": [)" + all + "]}";
}

std::string types::schema_of_quantity(Dim dim, std::string_view also, bool may_be_zero) {
  std::string pattern =
      std::string(number_pattern) + std::string(prefix_pattern) + unit_pattern(dim);
  if (!also.empty()) pattern = std::string(also) + "|" + pattern;
  std::string quantity_text =
      R"({"type": "string", "pattern": )" + json_quoted("^(" + pattern + ")$") + "}";
  if (dim != Dim{}) return quantity_text;
  return R"({"anyOf": [{"type": "number", ")" +
         std::string(may_be_zero ? "minimum" : "exclusiveMinimum") + R"(": 0}, )" + quantity_text +
         "]}";
}

std::string types::schema_of_expressions(SchemaWriter& writer) {
  const std::string one = writer.value(expression);
  return R"({"description": "One or more expressions: a list, or one text with commas between them. )"
         R"(A flow list may hold calls with commas, [ceil_div(n, 2)], which YAML itself splits; so )"
         R"(the length is not checked here.", "anyOf": [)" +
         one + R"(, {"type": "array", "items": )" + one + R"(, "minItems": 1}]})";
}

std::string types::schema_of_names(SchemaWriter& writer, const ValueType& value,
                                   std::string_view more) {
  return R"({"type": "object", "propertyNames": )" + writer.value(name) +
         R"(, "additionalProperties": )" + writer.value(value) + std::string(more) + "}";
}

}  // namespace gpumodel
