// The tables of a page as RFC 4180 text: raw values in SI units, keys as header.
#include <algorithm>
#include <charconv>
#include <ostream>

#include "src/diagnostics/visible_text.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {
namespace {

// Spreadsheets compute what begins like this; a quote in front makes it a text (OWASP, "CSV
// injection").
bool is_formula(const std::string& text) {
  if (text.size() < 2 || std::string_view("=+-@").find(text.front()) == std::string_view::npos) {
    return false;
  }
  double number = 0.0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc::invalid_argument || read.ptr != end;
}

std::string field(const std::string& raw) {
  std::string text = visible(raw);
  if (is_formula(text)) text.insert(0, 1, '\'');
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + "\"";
}

bool is_for_people_only(const Table& table) {
  return std::ranges::all_of(table.columns, [](const Column& c) { return c.key.empty(); });
}

void print_csv(std::ostream& out, const Table& table) {
  const auto line = [&](auto text_of) {
    bool first = true;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      if (table.columns[i].key.empty()) continue;
      out << (first ? "" : ",") << field(text_of(i));
      first = false;
    }
    out << "\r\n";
  };
  line([&](std::size_t i) { return table.columns[i].key; });
  for (const auto& row : table.rows) {
    line([&](std::size_t i) {
      if (i >= row.size()) return std::string{};
      return row[i].raw.value_or(row[i].text);
    });
  }
}

}  // namespace

void render_csv(std::ostream& out, const Page& page) {
  bool first = true;
  for (const Block& block : page.blocks) {
    const auto* table = std::get_if<Table>(&block);
    if (table == nullptr || is_for_people_only(*table)) continue;
    if (!first) out << "\r\n";
    print_csv(out, *table);
    first = false;
  }
}

}  // namespace gpumodel
