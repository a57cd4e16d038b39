#include "src/view/common/diagnostics_text.hpp"

#include <algorithm>
#include <ostream>

#include "src/diagnostics/visible_text.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t widest_line = 100;  // characters of the user's text that are shown

std::string paint(std::string_view text, const char* code, bool color) {
  if (!color) return std::string(text);
  return std::string(code) + std::string(text) + "\033[0m";
}

std::string place_of(const Diagnostic& d) {
  std::string place = visible(d.file);
  if (d.line > 0) place += ":" + std::to_string(d.line);
  if (d.line > 0 && d.column > 0) place += ":" + std::to_string(d.column);
  return place;
}

// Empty for arguments of the command line, which have no lines.
std::string line_number(const Diagnostic& d) {
  return d.line > 0 ? std::to_string(d.line) : " ";
}

bool starts_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

// `count` characters from the character `first` on (0-based).
std::string cut(const std::string& text, std::size_t first, std::size_t count) {
  std::string out;
  std::size_t at = 0;
  for (const char c : text) {
    if (starts_character(c)) ++at;
    if (at > first && at <= first + count) out += c;
  }
  return out;
}

void render_source(std::ostream& out, const Diagnostic& d, bool color) {
  const auto column = static_cast<std::size_t>(std::max(1, d.column));
  // A very long line is shown around the fault.
  const std::size_t first = column > widest_line ? column - widest_line / 2 : 0;
  const std::string number = line_number(d);
  const std::string margin(number.size() + 1, ' ');
  const std::size_t length = std::min(static_cast<std::size_t>(std::max(1, d.length)), widest_line);
  out << margin << " |\n";
  out << ' ' << number << " | " << cut(visible_columns(d.source_line), first, widest_line) << '\n';
  out << margin << " | " << std::string(column - 1 - first, ' ')
      << paint(std::string(length, '^') + (d.label.empty() ? "" : " " + visible(d.label)),
               "\033[1;31m", color)
      << '\n';
}

}  // namespace

void render_diagnostic(std::ostream& out, const Diagnostic& d, bool color) {
  const char* code = d.severity == Severity::error     ? "\033[1;31m"
                     : d.severity == Severity::warning ? "\033[1;33m"
                                                       : "\033[1;36m";
  const std::string head = std::string(to_string(d.severity)) + "[" + std::string(d.id) + "]";
  const bool in_line = !d.source_line.empty();
  out << paint(head, code, color) << ": ";
  if (!d.file.empty() && !in_line) out << place_of(d) << ": ";
  out << visible(d.message) << '\n';
  if (in_line) {
    out << std::string(line_number(d).size() + 1, ' ') << "--> " << place_of(d) << '\n';
    render_source(out, d, color);
  }
  const std::string margin(in_line ? line_number(d).size() + 2 : 3, ' ');
  for (const std::string& hint : d.hints) out << margin << "= " << visible(hint) << '\n';
}

}  // namespace gpumodel
