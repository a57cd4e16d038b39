// Pages for a terminal of 80 columns.
#include <algorithm>
#include <ostream>
#include <sstream>

#include "src/view/common/page.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t columns = 80;

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

// Columns in front of the last one shown, and the width that is left for it.
struct LastColumn {
  std::size_t index = 0;
  std::size_t begin = 1;
  std::size_t width = 0;
};

LastColumn last_column(const Table& table, const std::vector<std::size_t>& widths) {
  constexpr std::size_t least = 10;  // narrower columns are left as they are
  LastColumn last;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].title.empty()) continue;
    if (last.width > 0) last.begin += widths[last.index] + 2;
    last.index = i;
    last.width = widths[i];
  }
  const std::size_t room = columns > last.begin + 1 ? columns - last.begin - 1 : 0;
  if (room >= least && !table.columns[last.index].right_aligned) {
    last.width = std::min(last.width, room);
  }
  return last;
}

// One row; text of the last column that does not fit goes on below itself.
void print_row(std::ostream& out, const Table& table, const std::vector<std::size_t>& widths,
               const LastColumn& last, const std::vector<std::string>& cells) {
  std::vector<std::string> wrapped;
  append_wrapped(wrapped, "", cells[last.index], last.width);
  std::string text = " ";
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].title.empty()) continue;
    const bool cut = i == last.index && display_width(cells[i]) > last.width;
    text += " " +
            padded(cut ? wrapped.front() : cells[i], cut ? 0 : widths[i],
                   table.columns[i].right_aligned) +
            " ";
  }
  out << without_trailing_space(std::move(text)) << '\n';
  if (display_width(cells[last.index]) <= last.width) return;
  for (std::size_t i = 1; i < wrapped.size(); ++i) {
    out << std::string(last.begin + 1, ' ') << wrapped[i] << '\n';
  }
}

void print(std::ostream& out, const Table& table) {
  const std::vector<std::size_t> widths = column_widths(table);
  const LastColumn last = last_column(table, widths);
  if (last.width == 0) return;  // a table for machines only
  if (!table.caption.empty()) out << table.caption << '\n';
  std::vector<std::string> cells(table.columns.size());
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = table.columns[i].title;
  print_row(out, table, widths, last, cells);
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = i < row.size() ? row[i].text : "";
    print_row(out, table, widths, last, cells);
  }
}

bool is_for_machines_only(const Block& block) {
  const auto* table = std::get_if<Table>(&block);
  return table != nullptr &&
         std::ranges::all_of(table->columns, [](const Column& c) { return c.title.empty(); });
}

// Each line of the text, broken where it is too long.
std::vector<std::string> paragraph_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (display_width(line) <= columns)
      lines.push_back(line);
    else
      append_wrapped(lines, "", line, columns);
  }
  return lines;
}

}  // namespace

void render_text(std::ostream& out, const Page& page, bool color) {
  bool first = true;
  for (const Block& block : visible_page(page).blocks) {
    if (is_for_machines_only(block)) continue;
    if (!first) out << '\n';
    if (const auto* paragraph = std::get_if<Paragraph>(&block)) {
      bool bold = first && color;
      for (const std::string& line : paragraph_lines(paragraph->text)) {
        out << (bold ? "\033[1m" : "") << line << (bold ? "\033[0m" : "") << '\n';
        bold = false;
      }
    } else if (const auto* table = std::get_if<Table>(&block)) {
      print(out, *table);
    } else {
      for (const std::string& line : std::get<Preformatted>(block).lines) out << line << '\n';
    }
    first = false;
  }
}

}  // namespace gpumodel
