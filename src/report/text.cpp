// Pages for a terminal of 80 columns.
#include <algorithm>
#include <ostream>

#include "src/report/page.hpp"

namespace gpumodel {
namespace {

std::string padded(const std::string& text, std::size_t width, bool right) {
  const std::size_t used = display_width(text);
  const std::string space(width > used ? width - used : 0, ' ');
  return right ? space + text : text + space;
}

std::vector<std::size_t> column_widths(const Table& table) {
  std::vector<std::size_t> widths;
  for (const Column& column : table.columns) widths.push_back(display_width(column.title));
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i].text));
    }
  }
  return widths;
}

std::string without_trailing_space(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

void print(std::ostream& out, const Table& table) {
  const std::vector<std::size_t> widths = column_widths(table);
  const auto line = [&](auto text_of) {
    std::string text = " ";
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (table.columns[i].title.empty()) continue;
      text += " " + padded(text_of(i), widths[i], table.columns[i].right_aligned) + " ";
    }
    out << without_trailing_space(std::move(text)) << '\n';
  };
  if (!table.caption.empty()) out << table.caption << '\n';
  line([&](std::size_t i) { return table.columns[i].title; });
  for (const auto& row : table.rows) {
    line([&](std::size_t i) { return i < row.size() ? row[i].text : std::string{}; });
  }
}

}  // namespace

void render_text(std::ostream& out, const Page& page, bool color) {
  bool first = true;
  for (const Block& block : page.blocks) {
    if (!first) out << '\n';
    if (const auto* paragraph = std::get_if<Paragraph>(&block)) {
      const bool bold = first && color;
      const std::size_t end = std::min(paragraph->text.find('\n'), paragraph->text.size());
      out << (bold ? "\033[1m" : "") << paragraph->text.substr(0, end) << (bold ? "\033[0m" : "")
          << paragraph->text.substr(end) << '\n';
    } else if (const auto* table = std::get_if<Table>(&block)) {
      print(out, *table);
    } else {
      for (const std::string& line : std::get<Preformatted>(block).lines) out << line << '\n';
    }
    first = false;
  }
}

}  // namespace gpumodel
