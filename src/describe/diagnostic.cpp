#include "src/describe/diagnostic.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace gpumodel::describe {
namespace {

const char* word(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return "";
}

}  // namespace

std::string shown(const Diagnostic& d) {
  std::string result = fmt::format("{}[{}]: {}\n", word(d.severity), d.id, d.message);
  if (!d.place.file.empty()) {
    const std::string number = std::to_string(d.place.line);
    const std::string margin(number.size(), ' ');
    result += d.place.line == 0
                  ? fmt::format("{}--> {}\n", margin, d.place.file)
                  : fmt::format("{}--> {}:{}:{}\n", margin, d.place.file, number, d.place.column);
    if (!d.source_line.empty()) {
      result += fmt::format("{} |\n{} | {}\n{} | {}^\n", margin, number, d.source_line, margin,
                            std::string(d.place.column > 0 ? d.place.column - 1 : 0, ' '));
    }
  }
  for (const std::string& hint : d.hints) result += fmt::format("   = {}\n", hint);
  return result;
}

std::string shown_as_json(const Diagnostic& d) {
  nlohmann::ordered_json json{{"severity", word(d.severity)}, {"id", d.id}, {"message", d.message}};
  const auto or_null = [](bool known, const auto& value) {
    return known ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
  };
  json["file"] = or_null(!d.place.file.empty(), d.place.file);
  json["line"] = or_null(d.place.line != 0, d.place.line);
  json["column"] = or_null(d.place.line != 0, d.place.column);
  json["hints"] = d.hints;
  if (!d.bounds.empty()) json["bounds"] = d.bounds;
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace gpumodel::describe
