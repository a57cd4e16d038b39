#include "src/view/coalesce/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <sstream>

#include "src/view/coalesce/cells.hpp"
#include "src/view/coalesce/page.hpp"
#include "src/view/common/html.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_rows = 16;  // of the text picture
constexpr std::size_t most_svg_rows = 64;
constexpr std::size_t words_per_sector = sector_bytes / word_bytes;

char letter(std::size_t access) {
  return static_cast<char>('A' + access % 26);
}

// Full cells are blocks for one access and the access's letter for several.
std::string glyph(const CoalesceAnswer& a, const LineCells& line, std::size_t word) {
  const WordCell& cell = line.words[word];
  if (!cell.touched()) return (line.sectors >> (word / words_per_sector) & 1U) != 0 ? "·" : " ";
  if (!a.single()) return cell.several ? "#" : std::string(1, letter(cell.first_access));
  return cell.bytes == 0xF ? "█" : "▄";
}

std::int64_t offset_of(const CoalesceAnswer& a, std::int64_t line, const LineCells& cells) {
  std::size_t access = 0;
  for (const WordCell& word : cells.words) {
    if (word.touched()) {
      access = word.first_access;
      break;
    }
  }
  return line * line_bytes - a.accesses[access].origin;
}

std::string row_text(const CoalesceAnswer& a, const LineCells& line) {
  std::string text = "|";
  for (std::size_t word = 0; word < line.words.size(); ++word) {
    text += glyph(a, line, word);
    if ((word + 1) % words_per_sector == 0) text += '|';
  }
  return text;
}

Preformatted global_map(const CoalesceAnswer& a) {
  const CellMap cells = cells_of(a);
  Preformatted map;
  map.lines.push_back(fmt::format("{:>10}   {:<36}   sectors", "byte", "one character is 4 bytes"));
  std::size_t row = 0;
  for (const auto& [line, content] : cells) {
    if (++row > most_rows) {
      map.lines.push_back(
          fmt::format("{:>10}   and {} more lines", "...", cells.size() - most_rows));
      break;
    }
    map.lines.push_back(fmt::format("{:>10}   {}   {} of 4", offset_of(a, line, content),
                                    row_text(a, content), std::popcount(content.sectors)));
  }
  if (a.single()) {
    map.lines.emplace_back("             █ used   ▄ used in part   · moved, not used");
    return map;
  }
  std::string legend = "             · moved, not used   # by several";
  for (std::size_t i = 0; i < a.accesses.size(); ++i) {
    if (i == 8) {
      legend += "   ...";
      break;
    }
    if (i % 2 == 0) {
      map.lines.push_back(legend);
      legend = "             ";
    } else {
      legend += "   ";
    }
    legend += fmt::format("{} {}", letter(i), a.accesses[i].name.substr(0, 28));
  }
  map.lines.push_back(legend);
  return map;
}

// 1 to 9, then letters: up to 32 distinct words in a bank (more for wide elements: '+').
char count_sign(int count) {
  if (count == 0) return '.';
  if (count < 10) return static_cast<char>('0' + count);
  return count < 36 ? static_cast<char>('a' + count - 10) : '+';
}

Preformatted bank_map(const CoalesceAnswer& a) {
  Preformatted map;
  map.lines.emplace_back("  bank    0       8       16      24      31");
  for (const CoalesceAccess& access : a.accesses) {
    std::string row = "  words  |";
    for (const int count : words_per_bank(access.lanes)) row += count_sign(count);
    map.lines.push_back(row + "|   " + access.name.substr(0, 30));
    if (map.lines.size() > most_rows) break;
  }
  map.lines.emplace_back(
      "          distinct words the warp wants from each bank (a is 10, w is 32)");
  return map;
}

// Lanes go around the colour circle, so that neighbours differ and order shows.
std::string color_of(const CoalesceAnswer& a, const WordCell& cell) {
  if (cell.lanes.empty()) return "#888";
  if (!a.single()) return fmt::format("hsl({},70%,60%)", cell.first_access * 137 % 360);
  return fmt::format("hsl({},70%,60%)", cell.lanes.front() * 360 / lanes_per_warp);
}

std::string hover_text(const CoalesceAnswer& a, const WordCell& cell, std::int64_t byte) {
  if (!cell.touched()) return fmt::format("bytes {} to {}: not used", byte, byte + 3);
  std::string lanes;
  for (const int lane : cell.lanes) lanes += (lanes.empty() ? "" : ", ") + std::to_string(lane);
  return fmt::format("bytes {} to {}: {} lane{} {}{}", byte, byte + 3,
                     html_escaped(a.accesses[cell.first_access].name),
                     cell.lanes.size() == 1 ? "" : "s", lanes,
                     cell.several ? " and another access" : "");
}

std::string picture_title(const CoalesceAnswer& a) {
  return a.title.empty() ? coalesce_headline(a) : a.title + ": " + coalesce_headline(a);
}

constexpr int left = 90, top = 56, cell = 18, gap = 6, row_height = 24;

void svg_cell(std::ostream& out, double x, double y, const std::string& fill,
              const std::string& label, const std::string& hover) {
  out << fmt::format(
      "<g><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" "
      "stroke=\"#999\" stroke-width=\"0.5\"/>",
      hover, x, y, cell - 1, cell, fill);
  if (!label.empty()) {
    out << fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"9\" text-anchor=\"middle\">{}</text>",
                       x + (cell - 1) / 2.0, y + 13, label);
  }
  out << "</g>\n";
}

double word_x(std::size_t word) {
  const std::size_t sectors_before = word / words_per_sector;
  return left + static_cast<double>(word) * cell + static_cast<double>(sectors_before) * gap;
}

void svg_line(std::ostream& out, const CoalesceAnswer& a, std::int64_t line, const LineCells& cells,
              double y) {
  const std::int64_t begin = offset_of(a, line, cells);
  out << fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", left - 8, y + 13,
                     begin);
  for (std::size_t word = 0; word < cells.words.size(); ++word) {
    const WordCell& content = cells.words[word];
    if ((cells.sectors >> (word / words_per_sector) & 1U) == 0) continue;
    const std::string label =
        content.lanes.size() == 1 ? std::to_string(content.lanes.front()) : std::string();
    svg_cell(out, word_x(word), y, content.touched() ? color_of(a, content) : "#eee", label,
             hover_text(a, content, begin + static_cast<std::int64_t>(word) * word_bytes));
  }
}

// Green for a bank that takes one clock per pass, to red for one that takes the most.
int bank_hue(const BankConflicts& banks, int words) {
  if (banks.degree <= 1) return 120;
  const int clocks = std::clamp((words + banks.passes - 1) / banks.passes, 1, banks.degree);
  return 120 - 120 * (clocks - 1) / (banks.degree - 1);
}

void svg_banks(std::ostream& out, const CoalesceAccess& access, double y) {
  const auto counts = words_per_bank(access.lanes);
  out << fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", left - 8, y + 13,
                     html_escaped(access.name.substr(0, 12)));
  for (std::size_t bank = 0; bank < counts.size(); ++bank) {
    const int count = counts[bank];
    const std::string fill =
        count == 0 ? "#eee" : fmt::format("hsl({},70%,65%)", bank_hue(access.shared.banks, count));
    svg_cell(out, word_x(bank), y, fill, std::to_string(count),
             fmt::format("bank {}: {} distinct words", bank, count));
  }
}

void svg_head(std::ostream& out, const CoalesceAnswer& a, std::size_t rows) {
  const int height = top + static_cast<int>(rows) * row_height + 30;
  out << fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<title>{2}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"{3}\" y=\"20\" font-size=\"14\">{2}</text>\n"
      "<text x=\"{3}\" y=\"42\">{4}</text>\n",
      left + 33 * cell + 3 * gap, height, html_escaped(picture_title(a)), left,
      a.in_shared_memory ? "distinct words per bank, one row per access"
                         : "rows are 128-byte lines of four sectors; numbers are lanes");
}

}  // namespace

Preformatted lane_map(const CoalesceAnswer& answer) {
  return answer.in_shared_memory ? bank_map(answer) : global_map(answer);
}

void coalesce_svg(std::ostream& out, const CoalesceAnswer& a) {
  const CellMap cells = a.in_shared_memory ? CellMap{} : cells_of(a);
  const std::size_t rows = a.in_shared_memory ? a.accesses.size() : cells.size();
  svg_head(out, a, std::min(rows, most_svg_rows));
  double y = top;
  std::size_t row = 0;
  for (const auto& [line, content] : cells) {
    if (row++ == most_svg_rows) break;
    svg_line(out, a, line, content, y);
    y += row_height;
  }
  if (a.in_shared_memory) {
    for (const CoalesceAccess& access : a.accesses) {
      svg_banks(out, access, y);
      y += row_height;
    }
  }
  if (rows > most_svg_rows) {
    out << fmt::format("<text x=\"{}\" y=\"{}\">and {} more lines</text>\n", left, y + 14,
                       rows - most_svg_rows);
  }
  out << "</svg>\n";
}

void coalesce_html(std::ostream& out, const CoalesceAnswer& answer, const Page& page) {
  std::ostringstream text;
  render_text(text, page, false);
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>"
      << html_escaped(picture_title(answer))
      << "</title>\n<style>body{font-family:sans-serif;margin:2em}"
         "svg{max-width:100%;height:auto}pre{line-height:1.3}</style>\n</head>\n<body>\n";
  coalesce_svg(out, answer);
  out << "<pre>" << html_escaped(text.str()) << "</pre>\n</body>\n</html>\n";
}

}  // namespace gpumodel
