#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "src/io/text/format.hpp"
#include "src/view/compare/page.hpp"
#include "src/view/compare/words.hpp"

namespace gpumodel {
namespace {

std::string loud(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string change_text(double ratio) {
  return format_error(ratio - 1.0);
}

bool differ(const FilesAnswer& a, const std::string& (*of)(const ResultKey&)) {
  return std::ranges::any_of(a.pairs, [&](const ResultPair& pair) {
    return of(pair.base.key) != of(a.pairs.front().base.key);
  });
}

// Why the verdict: the ratio's interval, or what keeps the two from being compared.
std::string verdict_reason(const ResultPair& pair, const FilesAsk& ask) {
  if (!pair.ratio) {
    return "not comparable: " + difference_text(pair, ask);
  }
  return fmt::format("ratio {:.4g} ... {:.4g}", pair.ratio->low, pair.ratio->high);
}

Table pairs_table(const FilesAnswer& a) {
  const bool devices = differ(a, [](const ResultKey& key) -> auto& { return key.device; });
  const bool settings = std::ranges::any_of(a.pairs, [&](const ResultPair& pair) {
    return std::ranges::count(a.pairs, pair.base.key.what,
                              [](const ResultPair& other) { return other.base.key.what; }) > 1;
  });
  const bool metrics = differ(a, [](const ResultKey& key) -> auto& { return key.metric; });
  Table table{.caption = {},
              .columns = {{"kernel", "kernel"},
                          {devices ? "device" : "", "device"},
                          {settings ? "with" : "", "parameters"},
                          {metrics ? "metric" : "", "metric"},
                          {"base", "base_s", true},
                          {"new", "new_s", true},
                          {"change", "change", true},
                          {"verdict", "verdict"},
                          {"", "ratio_low"},
                          {"", "ratio_high"},
                          {"why", ""}},
              .rows = {}};
  for (const ResultPair& pair : a.pairs) {
    const ResultKey& key = pair.base.key;
    const double ratio = pair.ratio ? pair.ratio->value : 1.0;
    table.rows.push_back(
        {{key.what},
         {key.device},
         {setting_text(key)},
         {key.metric},
         {format_estimate(pair.base.time), raw_number(pair.base.time.value.si)},
         {format_estimate(pair.now.time), raw_number(pair.now.time.value.si)},
         pair.ratio ? Cell{change_text(ratio), raw_number(ratio - 1.0)} : Cell{"n/a", ""},
         pair.verdict ? Cell{loud(to_string(*pair.verdict)), std::string(to_string(*pair.verdict))}
                      : Cell{"n/a", ""},
         {"", pair.ratio ? raw_number(pair.ratio->low) : ""},
         {"", pair.ratio ? raw_number(pair.ratio->high) : ""},
         {verdict_reason(pair, a.ask)}});
  }
  return table;
}

std::string summary(const FilesAnswer& a) {
  std::string text;
  for (const TimeChange verdict :
       {TimeChange::slower, TimeChange::ambiguous, TimeChange::faster, TimeChange::same}) {
    if (a.count(verdict) == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", a.count(verdict), to_string(verdict));
  }
  if (a.not_comparable() > 0) {
    text += fmt::format("{}{} not comparable", text.empty() ? "" : ", ", a.not_comparable());
  }
  return text;
}

std::string remarks(const FilesAnswer& a) {
  std::string text;
  const auto list = [&](const std::vector<StoredResult>& results, const std::string& file) {
    if (results.empty()) return;
    text += fmt::format("only in {}:", file);
    for (std::size_t i = 0; i < std::min<std::size_t>(results.size(), 5); ++i) {
      text +=
          fmt::format("{} {} ({})", i == 0 ? "" : ",", results[i].key.what, results[i].key.metric);
    }
    if (results.size() > 5) text += fmt::format(" and {} more", results.size() - 5);
    text += "\n";
  };
  list(a.only_base, a.base.file);
  list(a.only_now, a.now.file);
  const auto differs = std::ranges::find(a.pairs, true, &ResultPair::versions_differ);
  if (differs != a.pairs.end()) {
    text += fmt::format("predicted by gpumodel {} and {}: its model may have changed, too\n",
                        differs->base.gpumodel, differs->now.gpumodel);
  }
  if (a.not_comparable() > 0) {
    text += "--allow WHAT compares what differs in it: ";
    for (std::size_t i = 0; i < std::size(differences_known); ++i) {
      text += (i == 0 ? "" : ", ") + std::string(differences_known[i]);
    }
    text += "\n";
  }
  return text +
         fmt::format("same: the ratio's interval lies within {}", format_percent(a.ask.within));
}

}  // namespace

Table term_moves_table(const std::vector<TermMove>& moves, std::string caption) {
  Table table{.caption = std::move(caption),
              .columns = {{"term", "term"},
                          {"base", "base_s", true},
                          {"new", "new_s", true},
                          {"moved", "moved_s", true}},
              .rows = {}};
  double largest = 0.0;
  for (const TermMove& move : moves) largest = std::max(largest, std::abs(move.moved_s));
  for (const TermMove& move : moves) {
    if (std::abs(move.moved_s) <= 1e-3 * largest) continue;  // what moved nothing
    const std::string sign = move.moved_s < 0.0 ? "-" : "+";
    const bool own = !move.name.empty();
    table.rows.push_back(
        {{own ? move.name : "together", move.name},
         own ? Cell{format_time(move.base), raw_number(move.base.si)} : Cell{"n/a", ""},
         own ? Cell{format_time(move.now), raw_number(move.now.si)} : Cell{"n/a", ""},
         {sign + format_time(Seconds{std::abs(move.moved_s)}), raw_number(move.moved_s)}});
  }
  return table;
}

Page compare_files_page(const FilesAnswer& answer, bool terms) {
  Page page;
  page.blocks.emplace_back(Paragraph{summary(answer)});
  page.add(pairs_table(answer));
  if (terms) {
    for (const ResultPair& pair : answer.pairs) {
      if (!pair.verdict) continue;
      page.add(term_moves_table(pair.moves,
                                "terms of " + pair.now.key.what + ", the largest move first"));
    }
  }
  page.blocks.emplace_back(Paragraph{remarks(answer)});
  return page;
}

}  // namespace gpumodel
