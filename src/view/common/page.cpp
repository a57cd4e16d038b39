#include "src/view/common/page.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

#include "src/diagnostics/visible_text.hpp"

namespace gpumodel {

Page visible_page(Page page) {
  for (Block& block : page.blocks) {
    if (auto* paragraph = std::get_if<Paragraph>(&block)) {
      paragraph->text = visible_lines(paragraph->text);
    } else if (auto* lines = std::get_if<Preformatted>(&block)) {
      for (std::string& line : lines->lines) line = visible(line);
    } else {
      Table& table = std::get<Table>(block);
      table.caption = visible_lines(table.caption);
      for (Column& column : table.columns) column.title = visible(column.title);
      for (auto& row : table.rows) {
        for (Cell& cell : row) cell.text = visible(cell.text);
      }
    }
  }
  return page;
}

Page first_screen(Page page) {
  if (!page.first_screen) return page;
  page.blocks.resize(page.first_screen->blocks);
  page.blocks.emplace_back(Paragraph{page.first_screen->more});
  page.first_screen.reset();
  return page;
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  return all;
}

std::size_t display_width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void append_wrapped(std::vector<std::string>& lines, const std::string& indent,
                    const std::string& text, std::size_t columns) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) {
    const std::size_t width = display_width(indent) + display_width(line) + display_width(word) + 1;
    if (!line.empty() && width > columns) {
      lines.push_back(indent + line);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  if (!line.empty()) lines.push_back(indent + line);
}

std::string raw_number(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

}  // namespace gpumodel
