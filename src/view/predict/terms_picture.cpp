#include "src/view/predict/terms_picture.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

constexpr double names = 190, bars = 440, bar_row = 22;

class TermBars {
 public:
  TermBars(Picture& picture, const TermTree& terms, TermId root)
      : picture_(picture), terms_(terms), whole_(terms[root].time), limiter_(terms.limiter(root)) {}

  void draw(TermId id, int depth) {
    const Term& term = terms_[id];
    const double y = picture_.bottom() + 4;
    const double scale = whole_.value.si > 0.0 ? bars / whole_.value.si : 0.0;
    const bool leaf = term.combine == Combine::leaf;
    const Look look{id == limiter_ ? 1U : leaf ? 0U : 6U};
    const double wide = std::min(1.0, term.time.value.si * scale / bars) * bars;
    picture_.text(14 + 14 * depth, y + 13, std::string(term.name));
    picture_.box(names, y + 2, std::max(0.6, wide), bar_row - 8, leaf ? look.area() : "none",
                 fmt::format("{}: {}", term.name, format_estimate_and_interval(term.time)));
    const double low = names + std::min(1.2 * bars, term.time.low.si * scale);
    const double high = names + std::min(1.2 * bars, term.time.high.si * scale);
    if (high > low) {
      picture_.path(fmt::format("M{0:.1f} {2:.1f}H{1:.1f}M{0:.1f} {3:.1f}v6M{1:.1f} {3:.1f}v6", low,
                                high, y + 9, y + 6),
                    "frame");
    }
    picture_.text(
        std::max(names + wide, high) + 8, y + 13,
        fmt::format("{}  {}", format_estimate(term.time),
                    format_percent(whole_.value.si > 0.0 ? term.time.value / whole_.value : 0.0)));
    picture_.reach(y + bar_row - 4);
    for (const TermId part : terms_.parts(id)) draw(part, depth + 1);
  }

 private:
  Picture& picture_;
  const TermTree& terms_;
  Estimate<Seconds> whole_;
  TermId limiter_;
};

}  // namespace

Picture terms_picture(const TermTree& terms, TermId root, const std::string& title,
                      const std::string& settings) {
  Picture picture(860, title, settings);
  picture.reach(picture.bottom() + 6);
  TermBars(picture, terms, root).draw(root, 0);
  using Kind = LegendEntry::Kind;
  picture.legend_line(14, picture.bottom() + 20,
                      {{Kind::box, {1}, "what limits"},
                       {Kind::box, {0}, "other parts"},
                       {Kind::heading, {}, "grey: what they make up; lines: intervals"}});
  return picture;
}

}  // namespace gpumodel
