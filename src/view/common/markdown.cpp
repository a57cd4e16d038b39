// Pages as GitHub-flavoured Markdown.
#include <algorithm>
#include <ostream>
#include <sstream>

#include "src/view/common/page.hpp"

namespace gpumodel {
namespace {

// What means something inside of a line (CommonMark 0.31, 6; GitHub adds | ~ $).
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_[]<&#|~$").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// A line that begins no list, quotation or heading (CommonMark 0.31, 4 and 5).
std::string running_text(std::string line) {
  line.erase(0, line.find_first_not_of(" \t"));
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  const std::string_view behind = std::string_view(line).substr(digits);
  const bool numbers = digits > 0 && (behind.starts_with('.') || behind.starts_with(')')) &&
                       (behind.size() == 1 || behind[1] == ' ');
  const bool marks = digits == 0 && !line.empty() &&
                     std::string_view("+-=>").find(line.front()) != std::string_view::npos;
  std::string out = escaped(line);
  if (numbers || marks) out.insert(digits, 1, '\\');
  return out;
}

// The first line of a page is its heading; lines that follow each other stay lines.
void print(std::ostream& out, const Paragraph& paragraph, bool first) {
  std::istringstream lines(paragraph.text);
  std::string line;
  if (first && std::getline(lines, line)) {
    out << "## " << escaped(line) << '\n';
    if (!lines.eof()) out << '\n';
  }
  for (bool more = static_cast<bool>(std::getline(lines, line)); more;) {
    out << running_text(line);
    more = static_cast<bool>(std::getline(lines, line));
    out << (more ? "  \n" : "\n");
  }
}

// Longer than every run of backticks in the lines.
std::string fence_of(const std::vector<std::string>& lines) {
  std::string fence = "```";
  for (const std::string& line : lines) {
    while (line.find(fence) != std::string::npos) fence += '`';
  }
  return fence;
}

// Leading spaces mean nesting in a term table; Markdown would drop them.
std::string cell_text(const std::string& text) {
  const std::size_t indent = text.find_first_not_of(' ');
  if (indent == std::string::npos || indent == 0) return escaped(text);
  std::string out;
  for (std::size_t i = 0; i < indent; ++i) out += "&nbsp;";
  return out + escaped(text.substr(indent));
}

void print_markdown(std::ostream& out, const Table& table) {
  const auto for_people = [](const Column& column) { return !column.title.empty(); };
  if (std::ranges::none_of(table.columns, for_people)) return;
  if (!table.caption.empty()) out << "**" << escaped(table.caption) << "**\n\n";
  const auto line = [&](auto text_of) {
    out << '|';
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (!table.columns[i].title.empty()) out << ' ' << text_of(i) << " |";
    }
    out << '\n';
  };
  line([&](std::size_t i) { return escaped(table.columns[i].title); });
  line([&](std::size_t i) { return table.columns[i].right_aligned ? "---:" : "---"; });
  for (const auto& row : table.rows) {
    line([&](std::size_t i) { return i < row.size() ? cell_text(row[i].text) : std::string{}; });
  }
}

}  // namespace

void render_markdown(std::ostream& out, const Page& page) {
  bool first = true;
  for (const Block& block : visible_page(page).blocks) {
    if (!first) out << '\n';
    if (const auto* paragraph = std::get_if<Paragraph>(&block)) {
      print(out, *paragraph, first);
    } else if (const auto* table = std::get_if<Table>(&block)) {
      print_markdown(out, *table);
    } else {
      const std::vector<std::string>& lines = std::get<Preformatted>(block).lines;
      const std::string fence = fence_of(lines);
      out << fence << "text\n";
      for (const std::string& line : lines) out << line << '\n';
      out << fence << '\n';
    }
    first = false;
  }
}

}  // namespace gpumodel
