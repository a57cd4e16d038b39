#include "src/view/compare/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "src/io/text/format.hpp"
#include "src/view/compare/words.hpp"
#include "src/view/picture/plot.hpp"

namespace gpumodel {
namespace {

constexpr double picture_width = 860, left = 14, names_end = 250, bars_width = 400, bar_height = 22;

// A horizontal line with an end at both sides.
void draw_interval(Picture& picture, double from, double to, double y) {
  if (to <= from) return;
  picture.path(fmt::format("M{0:.1f} {2:.1f}H{1:.1f}M{0:.1f} {3:.1f}v6M{1:.1f} {3:.1f}v6", from, to,
                           y, y - 3),
               "frame");
}

std::string row_name(const CompareAnswer& a, const CompareRow& row) {
  std::string name = row.device;
  if (a.ask.models.size() > 1) name += ", " + std::string(row.model->name);
  return name;
}

std::string settings_of(const CompareAnswer& a) {
  std::string text = a.ask.models.size() > 1 ? std::string("several models")
                                             : "model " + std::string(a.ask.models.front()->name);
  text += fmt::format("; L2 {} at the start", to_string(a.ask.cache));
  for (const std::string& each : a.ask.definitions) text += "; " + each;
  return text;
}

// Of each kernel or program the latest end of an interval: what its bars are scaled to.
std::map<std::string, double> longest_of(const CompareAnswer& a) {
  std::map<std::string, double> longest;
  for (const CompareRow& row : a.rows) {
    if (row.time) longest[row.what] = std::max(longest[row.what], row.time->high.si);
  }
  return longest;
}

// A heading wherever another kernel begins.
class Groups {
 public:
  Groups(Picture& picture, const CompareAnswer& a) : picture_(picture), a_(a) {}
  void enter(const CompareRow& row) {
    if (a_.ask.what.size() > 1 && row.what != now_) {
      picture_.text(left, picture_.bottom() + 22, row.what, Anchor::start, "text",
                    "font-weight=\"bold\"");
      picture_.reach(picture_.bottom() + 2);
    }
    now_ = row.what;
  }

 private:
  Picture& picture_;
  const CompareAnswer& a_;
  std::string now_;
};

// Each once: some stand in several sums.
void add_leaves(const TimedTerm& term, std::vector<const TimedTerm*>& all) {
  const auto same = [&](const TimedTerm* known) { return known->name == term.name; };
  if (term.is_leaf() && std::ranges::none_of(all, same)) all.push_back(&term);
  for (const TimedTerm& part : term.parts) add_leaves(part, all);
}

constexpr Look best_look{1}, other_look{0};

Look verdict_look(const ResultPair& pair) {
  if (!pair.verdict) return {6, true};
  switch (*pair.verdict) {
    case TimeChange::slower:
      return {1};
    case TimeChange::faster:
      return {2};
    case TimeChange::same:
      return {0};
    case TimeChange::ambiguous:
      break;
  }
  return {4, true};
}

}  // namespace

Picture compared_times_picture(const CompareAnswer& a) {
  Picture picture(picture_width, "Predicted times", settings_of(a));
  const std::map<std::string, double> longest = longest_of(a);
  Groups groups(picture, a);
  std::size_t drawn = 0;
  for (const CompareRow& row : a.rows) {
    if (!row.time || ++drawn > most_rows_drawn) continue;
    groups.enter(row);
    const double y = picture.bottom() + 6;
    const double scale = bars_width / longest.at(row.what);
    const bool best = row.to_best == 1.0;
    const double wide = row.time->value.si * scale, high = row.time->high.si * scale;
    picture.text(left, y + 13, row_name(a, row));
    picture.box(names_end, y + 2, std::max(0.6, wide), bar_height - 8,
                (best ? best_look : other_look).area(),
                fmt::format("{} on {}: {}\nlimited by {}", row.what, row.device,
                            format_estimate_and_interval(*row.time), bound_text(row)));
    draw_interval(picture, names_end + row.time->low.si * scale, names_end + high, y + 9);
    picture.text(names_end + std::max(wide, high) + 8, y + 13,
                 fmt::format("{}  {:.3g}x", format_estimate(*row.time), row.to_best.value_or(1.0)));
    picture.reach(y + bar_height - 4);
  }
  using Kind = LegendEntry::Kind;
  picture.legend_line(left, picture.bottom() + 20,
                      {{Kind::box, best_look, "shortest"},
                       {Kind::box, other_look, "others"},
                       {Kind::heading, {}, "lines: intervals"}});
  return picture;
}

Picture compared_terms_picture(const CompareAnswer& a) {
  Picture picture(picture_width, "What the times are made of", settings_of(a));
  const std::map<std::string, double> longest = longest_of(a);
  std::size_t drawn = 0;
  for (const CompareRow& row : a.rows) {
    if (!row.terms || ++drawn > most_rows_drawn) continue;
    picture.text(
        left, picture.bottom() + 22,
        fmt::format("{} on {}: {}", row.what, row_name(a, row), format_estimate(*row.time)),
        Anchor::start, "text", "font-weight=\"bold\"");
    const double scale = bars_width / longest.at(row.what);
    std::vector<const TimedTerm*> leaves;
    add_leaves(*row.terms, leaves);
    for (const TimedTerm* leaf : leaves) {
      if (leaf->time.value.si < 0.01 * row.time->value.si) continue;
      const double y = picture.bottom() + 3;
      const double wide = std::min(bars_width, leaf->time.value.si * scale);
      picture.text(left + 14, y + 13, leaf->name);
      picture.box(names_end, y + 2, std::max(0.6, wide), bar_height - 10,
                  (leaf->name == row.bound ? best_look : other_look).area(),
                  fmt::format("{}: {}", leaf->name, format_estimate_and_interval(leaf->time)));
      const double high = std::min(1.2 * bars_width, leaf->time.high.si * scale);
      draw_interval(picture, names_end + std::min(high, leaf->time.low.si * scale),
                    names_end + high, y + 8);
      picture.text(names_end + std::max(wide, high) + 8, y + 13, format_estimate(leaf->time));
      picture.reach(y + bar_height - 6);
    }
  }
  using Kind = LegendEntry::Kind;
  picture.legend_line(
      left, picture.bottom() + 20,
      {{Kind::box, best_look, "what limits"},
       {Kind::box, other_look, "other parts, from 1 % on"},
       {Kind::heading, {}, "parts that run side by side add up to more; lines: intervals"}});
  return picture;
}

Picture ratios_picture(const FilesAnswer& a) {
  Picture picture(picture_width, "New over base",
                  fmt::format("{} over {}; same: within {}", a.now.file, a.base.file,
                              format_percent(a.ask.within)));
  double least = 1.0 / 1.1, most = 1.1;
  std::vector<const ResultPair*> drawn;
  for (const ResultPair& pair : a.pairs) {
    if (!pair.ratio || drawn.size() == most_rows_drawn) continue;
    drawn.push_back(&pair);
    least = std::min(least, pair.ratio->low);
    most = std::max(most, pair.ratio->high);
  }
  const double room = picture_width - names_end - 130, span = std::log(most / least);
  const auto x = [&](double ratio) { return names_end + room * std::log(ratio / least) / span; };
  const double top = picture.bottom() + 10;
  const double bottom = top + bar_height * static_cast<double>(drawn.size());
  const double same = 1.0 + a.ask.within;
  picture.box(x(1.0 / same), top, x(same) - x(1.0 / same), bottom - top, Look{5}.fill() + " band");
  picture.path(fmt::format("M{0:.1f} {1:.1f}V{2:.1f}", x(1.0), top, bottom), "frame");
  double y = top;
  for (const ResultPair* pair : drawn) {
    const Ratio& ratio = *pair->ratio;
    const std::string settings = setting_text(pair->base.key);
    picture.text(left, y + 14, pair->base.key.what + (settings.empty() ? "" : " " + settings));
    draw_interval(picture, x(ratio.low), x(ratio.high), y + 10);
    picture.mark(x(ratio.value), y + 10, verdict_look(*pair),
                 fmt::format("{}: {:.4g} ({:.4g} ... {:.4g}), {}", pair->base.key.what, ratio.value,
                             ratio.low, ratio.high, to_string(*pair->verdict)));
    picture.text(picture_width - 120, y + 14,
                 fmt::format("{:.3g}  {}", ratio.value, to_string(*pair->verdict)));
    y += bar_height;
  }
  for (const auto& [ratio, anchor] :
       {std::pair(least, Anchor::start), std::pair(1.0, Anchor::middle),
        std::pair(most, Anchor::end)}) {
    picture.text(x(ratio), bottom + 16, fmt::format("{:.3g}", ratio), anchor, "faint");
  }
  using Kind = LegendEntry::Kind;
  picture.legend_line(left, bottom + 38,
                      {{Kind::mark, {1}, "slower"},
                       {Kind::mark, {2}, "faster"},
                       {Kind::mark, {0}, "same"},
                       {Kind::mark, {4, true}, "ambiguous"},
                       {Kind::heading, {}, "lines: intervals of the ratio"}});
  return picture;
}

Picture term_moves_picture(const ResultPair& pair) {
  Picture picture(
      picture_width, "What moved the time of " + pair.now.key.what,
      fmt::format("{} to {}", format_estimate(pair.base.time), format_estimate(pair.now.time)));
  double largest = 0.0;
  for (const TermMove& move : pair.moves) largest = std::max(largest, std::abs(move.moved_s));
  const double middle = names_end + bars_width / 2;
  for (const TermMove& move : pair.moves) {
    if (std::abs(move.moved_s) <= 1e-3 * largest) continue;
    const double y = picture.bottom() + 6;
    const double wide = std::abs(move.moved_s) / largest * bars_width / 2;
    const bool longer = move.moved_s > 0.0;
    const std::string text = (longer ? "+" : "-") + format_time(Seconds{std::abs(move.moved_s)});
    picture.text(left, y + 13, move.name.empty() ? "together" : move.name);
    picture.box(longer ? middle : middle - wide, y + 2, std::max(0.6, wide), bar_height - 8,
                (longer ? best_look : other_look).area(), move.name + ": " + text);
    picture.text(names_end + bars_width + 8, y + 13, text);
    picture.reach(y + bar_height - 4);
  }
  using Kind = LegendEntry::Kind;
  picture.legend_line(left, picture.bottom() + 20,
                      {{Kind::box, best_look, "longer"}, {Kind::box, other_look, "shorter"}});
  return picture;
}

}  // namespace gpumodel
