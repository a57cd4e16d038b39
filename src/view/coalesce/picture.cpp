#include "src/view/coalesce/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "src/io/text/format.hpp"
#include "src/view/coalesce/cells.hpp"
#include "src/view/coalesce/page.hpp"
#include "src/view/html/report.hpp"

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

std::string hover_text(const CoalesceAnswer& a, const WordCell& cell, std::int64_t byte) {
  if (!cell.touched()) return fmt::format("bytes {} to {}: not used", byte, byte + 3);
  std::string lanes;
  for (const int lane : cell.lanes) lanes += (lanes.empty() ? "" : ", ") + std::to_string(lane);
  return fmt::format("bytes {} to {}: {} lane{} {}{}", byte, byte + 3,
                     a.accesses[cell.first_access].name, cell.lanes.size() == 1 ? "" : "s", lanes,
                     cell.several ? " and another access" : "");
}

std::string picture_title(const CoalesceAnswer& a) {
  return a.title.empty() ? coalesce_headline(a) : a.title + ": " + coalesce_headline(a);
}

constexpr double cell = 20, gap = 6, row_height = 24;
constexpr std::size_t longest_name = 24, most_in_legend = 24;

std::string shortened(const std::string& name) {
  return name.size() <= longest_name ? name : name.substr(0, longest_name - 3) + "...";
}

void draw_cell(Picture& picture, double x, double y, const std::string& css,
               const std::string& label, const std::string& hover, std::string_view attributes) {
  picture.box(x, y, cell - 1, cell, css, hover, attributes);
  if (label.empty()) return;
  picture.text(x + (cell - 1) / 2, y + 14, label, Anchor::middle, "text", "font-size=\"9\"");
}

double word_x(double left, std::size_t word) {
  const std::size_t sectors_before = word / words_per_sector;
  return left + static_cast<double>(word) * cell + static_cast<double>(sectors_before) * gap;
}

// Cells say the lane, and of several accesses the letter; a word that lanes use in part is paler.
void draw_line(Picture& picture, const CoalesceAnswer& a, std::int64_t line, const LineCells& cells,
               double left, double y) {
  const std::int64_t begin = offset_of(a, line, cells);
  picture.text(left - 8, y + 14, std::to_string(begin), Anchor::end);
  for (std::size_t word = 0; word < cells.words.size(); ++word) {
    const WordCell& content = cells.words[word];
    if ((cells.sectors >> (word / words_per_sector) & 1U) == 0) continue;
    std::string label =
        a.single() || !content.touched() ? "" : std::string(1, letter(content.first_access));
    if (content.lanes.size() == 1) label += std::to_string(content.lanes.front());
    draw_cell(picture, word_x(left, word), y,
              content.touched() ? Look{content.first_access}.area() : "none", label,
              hover_text(a, content, begin + static_cast<std::int64_t>(word) * word_bytes),
              content.touched() && content.bytes != 0xF ? "style=\"fill-opacity:.15\"" : "");
  }
}

// The more clocks a bank takes, the darker it is.
double darkness(const BankConflicts& banks, int words) {
  if (banks.degree <= 1) return 0.1;
  const int clocks = std::clamp((words + banks.passes - 1) / banks.passes, 1, banks.degree);
  return 0.1 + 0.5 * (clocks - 1) / (banks.degree - 1);
}

void draw_banks(Picture& picture, const CoalesceAccess& access, double left, double y) {
  const auto counts = words_per_bank(access.lanes);
  picture.text(left - 8, y + 14, shortened(access.name), Anchor::end);
  for (std::size_t bank = 0; bank < counts.size(); ++bank) {
    const int count = counts[bank];
    draw_cell(picture, word_x(left, bank), y, count == 0 ? "none" : Look{1}.area(),
              std::to_string(count), fmt::format("bank {}: {} distinct words", bank, count),
              count == 0 ? ""
                         : fmt::format("style=\"fill-opacity:{:.2f}\"",
                                       darkness(access.shared.banks, count)));
  }
}

std::vector<LegendEntry> legend_of(const CoalesceAnswer& a) {
  using Kind = LegendEntry::Kind;
  if (a.in_shared_memory) {
    return {{Kind::heading, {}, "numbers: distinct words of a bank; the darker, the more clocks"}};
  }
  if (a.single()) {
    return {{Kind::box, {0}, "used, with the lane"}, {Kind::heading, {}, "grey: moved, not used"}};
  }
  std::vector<LegendEntry> all;
  for (std::size_t i = 0; i < std::min(a.accesses.size(), most_in_legend); ++i) {
    all.push_back({Kind::box, {i}, fmt::format("{} {}", letter(i), shortened(a.accesses[i].name))});
  }
  if (a.accesses.size() > most_in_legend) all.push_back({Kind::heading, {}, "and more"});
  all.push_back({Kind::heading, {}, "grey: moved, not used"});
  return all;
}

}  // namespace

Preformatted lane_map(const CoalesceAnswer& answer) {
  return answer.in_shared_memory ? bank_map(answer) : global_map(answer);
}

Picture coalesce_picture(const CoalesceAnswer& a) {
  const double left = a.in_shared_memory ? 180 : 90;
  Picture picture(left + 33 * cell + 3 * gap, picture_title(a),
                  device_and_capability(a.device, a.capability) +
                      (a.in_shared_memory ? "; one row per access, one column per bank"
                                          : "; one row per line of 128 bytes, in four sectors"));
  const CellMap cells = a.in_shared_memory ? CellMap{} : cells_of(a);
  const std::size_t rows = a.in_shared_memory ? a.accesses.size() : cells.size();
  double y = picture.bottom() + 12;
  std::size_t row = 0;
  for (const auto& [line, content] : cells) {
    if (row++ == most_svg_rows) break;
    draw_line(picture, a, line, content, left, y);
    y += row_height;
  }
  for (const CoalesceAccess& access : a.accesses) {
    if (!a.in_shared_memory || row++ == most_svg_rows) break;
    draw_banks(picture, access, left, y);
    y += row_height;
  }
  if (rows > most_svg_rows) {
    picture.text(left, y + 14, fmt::format("and {} more rows", rows - most_svg_rows));
  }
  picture.legend_line(left, picture.bottom() + 18, legend_of(a));
  return picture;
}

void coalesce_html(std::ostream& out, const CoalesceAnswer& answer, const Page& page) {
  HtmlReport html(picture_title(answer) + "\n" + first_paragraph(page));
  html.section("Accesses").add(coalesce_picture(answer));
  html.section("Numbers").add_rest(page);
  html.write(out);
}

}  // namespace gpumodel
