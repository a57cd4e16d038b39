#include "src/io/text/problems.hpp"

#include <algorithm>

namespace gpumodel {

Diagnostic& Problems::keep(Diagnostic fault) {
  constexpr std::size_t most_faults = 100;
  if (found_.size() == most_faults) {
    std::vector<Diagnostic> in_order = sorted();
    in_order.back().hints.emplace_back("there are more: the first 100 are shown");
    throw InputError{std::move(in_order)};
  }
  found_.push_back(std::move(fault));
  return found_.back();
}

Diagnostic& Problems::place(Severity severity, std::string_view id, int line,
                            std::size_t byte_column, std::size_t bytes, std::string message) {
  Diagnostic fault{.severity = severity, .id = id, .message = std::move(message)};
  fault.file = file_.shown;
  fault.line = line;
  fault.source_line = std::string(file_.line(line));
  // Text over several lines is longer than what of it stands in the first.
  const std::size_t begin = std::min(byte_column, fault.source_line.size());
  const std::size_t end = std::min(begin + bytes, fault.source_line.size());
  fault.column = 1 + characters(fault.source_line, begin);
  fault.length = std::max(1, characters(fault.source_line, end) - fault.column + 1);
  return keep(std::move(fault));
}

void Problems::add(std::string_view id, std::string message, std::vector<std::string> hints) {
  Diagnostic fault{.id = id, .message = std::move(message), .file = file_.shown};
  fault.hints = std::move(hints);
  keep(std::move(fault));
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
  // Where escapes or line breaks make the text differ from what stands in the file, no column of it
  // can be shown, so all of it is.
  const std::string_view before = std::string_view(at.text).substr(0, error.column);
  const std::string_view line = file_.line(at.line);
  const bool literal = column <= line.size() && line.substr(column).starts_with(before);
  const bool in_line = column + error.column < line.size() || error.column == at.text.size();
  Diagnostic& fault =
      literal && in_line
          ? place(Severity::error, id, at.line, column + error.column, error.length, error.message)
          : place(Severity::error, id, at.line, column, line.size(), error.message);
  fault.hints = std::move(hints);
  if (!error.hint.empty()) fault.hints.push_back(error.hint);
}

void Problems::warn(std::string_view id, int line, std::string message,
                    std::vector<std::string> hints) {
  const std::size_t column = file_.line(line).find_first_not_of(" \t");
  place(Severity::warning, id, line, column, 1, std::move(message)).hints = std::move(hints);
}

bool Problems::has_errors() const {
  return std::ranges::any_of(found_,
                             [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::vector<Diagnostic> Problems::sorted() const {
  std::vector<Diagnostic> in_order = found_;
  std::ranges::stable_sort(in_order, {}, [](const Diagnostic& d) { return d.line; });
  return in_order;
}

void Problems::throw_if_any() const {
  if (has_errors()) throw InputError{sorted()};
}

}  // namespace gpumodel
