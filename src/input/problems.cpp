#include "src/input/problems.hpp"

#include <algorithm>

namespace gpumodel {

Diagnostic& Problems::place(Severity severity, std::string_view id, int line,
                            std::size_t byte_column, std::size_t bytes, std::string message) {
  Diagnostic fault{.severity = severity, .id = id, .message = std::move(message)};
  fault.file = file_.shown;
  fault.line = line;
  fault.source_line = std::string(file_.line(line));
  // Text folded over several lines has columns past the end of its first line.
  const std::size_t begin = std::min(byte_column, fault.source_line.size());
  const std::size_t end = std::min(begin + bytes, fault.source_line.size());
  fault.column = 1 + characters(fault.source_line, begin);
  fault.length = std::max(1, characters(fault.source_line, end) - fault.column + 1);
  found_.push_back(std::move(fault));
  return found_.back();
}

void Problems::add(std::string_view id, std::string message, std::vector<std::string> hints) {
  Diagnostic fault{.id = id, .message = std::move(message), .file = file_.shown};
  fault.hints = std::move(hints);
  found_.push_back(std::move(fault));
}

void Problems::add(std::string_view id, const Node& at, std::string message,
                   std::vector<std::string> hints) {
  const auto column = static_cast<std::size_t>(at.column - 1);
  place(Severity::error, id, at.line, column, at.text.size(), std::move(message)).hints =
      std::move(hints);
}

void Problems::add(std::string_view id, const Node& at, const ExpressionError& error,
                   std::vector<std::string> hints) {
  const auto column = static_cast<std::size_t>(at.column - 1);
  Diagnostic& fault =
      place(Severity::error, id, at.line, column + error.column, error.length, error.message);
  fault.hints = std::move(hints);
  if (!error.hint.empty()) fault.hints.push_back(error.hint);
}

void Problems::warn(std::string_view id, const Node& at, std::string message,
                    std::vector<std::string> hints) {
  const auto column = static_cast<std::size_t>(at.column - 1);
  place(Severity::warning, id, at.line, column, at.text.size(), std::move(message)).hints =
      std::move(hints);
}

bool Problems::has_errors() const {
  return std::ranges::any_of(found_, [](const Diagnostic& d) { return d.severity == Severity::error; });
}

void Problems::throw_if_any() const {
  if (!has_errors()) return;
  std::vector<Diagnostic> in_order = found_;
  std::ranges::stable_sort(in_order, {}, [](const Diagnostic& d) { return d.line; });
  throw InputError{std::move(in_order)};
}

}  // namespace gpumodel
