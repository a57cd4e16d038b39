#include "src/view/compare/html.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/view/compare/json.hpp"
#include "src/view/compare/pictures.hpp"
#include "src/view/html/report.hpp"
#include "src/view/roofline/picture.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_moves_drawn = 12;  // pairs

void add_rest_of(HtmlReport& html, std::size_t all, const char* what) {
  if (all <= most_rows_drawn) return;
  html.add(
      Block(Paragraph{fmt::format("and {} more {}: see the tables", all - most_rows_drawn, what)}));
}

}  // namespace

void compare_html(std::ostream& out, const CompareAnswer& a,
                  const std::optional<RooflineAnswer>& roofs, const Page& page) {
  HtmlReport html(first_paragraph(page));
  html.section("Times").add(compared_times_picture(a));
  add_rest_of(html, a.rows.size(), "rows");
  if (std::ranges::any_of(a.rows, [](const CompareRow& row) { return row.terms.has_value(); })) {
    html.section("Terms").add(compared_terms_picture(a));
  }
  if (roofs) html.section("Roofline").add(roofline_picture(*roofs));
  html.section("Numbers").add_rest(page);
  html.section("Where the numbers come from").add_files(compared_files(a));
  html.write(out);
}

void compare_files_html(std::ostream& out, const FilesAnswer& a, const Page& page) {
  HtmlReport html(first_paragraph(page));
  html.section("Ratios").add(ratios_picture(a));
  add_rest_of(html, a.pairs.size(), "pairs");
  std::size_t drawn = 0;
  for (const ResultPair& pair : a.pairs) {
    const auto moved = [](const TermMove& move) { return move.moved_s != 0.0; };
    if (!pair.verdict || std::ranges::none_of(pair.moves, moved)) continue;
    if (++drawn > most_moves_drawn) break;
    if (drawn == 1) html.section("Terms");
    html.add(term_moves_picture(pair));
  }
  html.section("Numbers").add_rest(page);
  html.section("Where the numbers come from").add_files({a.base, a.now});
  html.write(out);
}

}  // namespace gpumodel
