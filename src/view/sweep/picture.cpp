#include "src/view/sweep/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <ostream>

#include "src/io/text/format.hpp"
#include "src/view/common/html.hpp"

namespace gpumodel {
namespace {

constexpr double plot_left = 80, plot_top = 50, plot_width = 520, plot_height = 360;
constexpr double whole_width = 860, whole_height = 470;

// Safe for colour-blind readers (Okabe and Ito, 2008); dashes tell apart what repeats.
constexpr std::array<const char*, 7> colours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                                "#E69F00", "#56B4E9", "#000000"};
constexpr std::size_t most_curves = 12;

struct DrawnCurve {
  std::string title;
  std::vector<std::pair<double, const SweepPoint*>> points;
  double fastest() const {
    double least = 1e300;
    for (const auto& [x, point] : points) least = std::min(least, point->time->value.si);
    return least;
  }
};

std::size_t abscissa(const SweepPlan& plan) {
  std::size_t best = 0;
  const auto worth = [&](std::size_t axis) {
    const SweepAxis& a = plan.axes()[axis];
    return std::pair(!a.is_choice && !a.values.is_single(), a.values.size());
  };
  for (std::size_t i = 1; i < plan.axes().size(); ++i) {
    if (worth(i) > worth(best)) best = i;
  }
  return best;
}

std::vector<DrawnCurve> curves_of(const SweepAnswer& a, std::size_t over) {
  std::map<std::pair<std::uint64_t, std::size_t>, DrawnCurve> curves;
  const std::uint64_t stride = a.plan.stride(over);
  const std::uint64_t span = stride * a.plan.axes()[over].values.size();
  for (const SweepPoint& point : a.points) {
    if (!point.time || !(point.time->value.si > 0.0) || !(point.values[over].real() > 0.0))
      continue;
    const std::uint64_t line = point.combination / span * stride + point.combination % stride;
    DrawnCurve& curve = curves[{line, point.device}];
    if (curve.points.empty()) {
      curve.title = a.plan.gpu(point.device).id;
      for (std::size_t i = 0; i < point.values.size(); ++i) {
        if (i == over || a.plan.axes()[i].values.is_single()) continue;
        curve.title += " " + a.plan.axes()[i].name + "=" + to_string(point.values[i]);
      }
    }
    curve.points.emplace_back(point.values[over].real(), &point);
  }
  std::vector<DrawnCurve> all;
  for (auto& [line, curve] : curves) {
    std::ranges::sort(curve.points, {}, [](const auto& p) { return p.first; });
    all.push_back(std::move(curve));
  }
  if (all.size() > most_curves) {
    std::ranges::stable_sort(
        all, {}, [](const DrawnCurve& c) { return c.points.back().second->time->value.si; });
    all.resize(most_curves);
  }
  return all;
}

struct LogScale {
  double least = 1e300, most = 0.0;
  void hold(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  double place(double value) const {  // 0 to 1
    return most <= least ? 0.5 : std::log(value / least) / std::log(most / least);
  }
  // 1, 2 and 5 of every decade, or whole decades where there are many.
  std::vector<double> ticks() const {
    std::vector<double> all;
    const bool decades_only = most / least > 1e3;
    for (double decade = std::pow(10.0, std::floor(std::log10(least))); decade <= most;
         decade *= 10.0) {
      for (const double step : {1.0, 2.0, 5.0}) {
        const double at = decade * step;
        if ((step == 1.0 || !decades_only) && at >= least * 0.999 && at <= most * 1.001) {
          all.push_back(at);
        }
      }
    }
    return all;
  }
};

}  // namespace

void sweep_svg(std::ostream& out, const SweepAnswer& a) {
  const std::size_t over = abscissa(a.plan);
  const std::vector<DrawnCurve> curves = curves_of(a, over);
  LogScale xs, ys;
  for (const DrawnCurve& curve : curves) {
    for (const auto& [x, point] : curve.points) {
      xs.hold(x);
      ys.hold(std::max(point->time->low.si, 1e-3 * point->time->value.si));
      ys.hold(point->time->high.si);
    }
  }
  const auto at_x = [&](double x) { return plot_left + plot_width * xs.place(x); };
  const auto at_y = [&](double y) {
    return plot_top + plot_height * (1.0 - ys.place(std::clamp(y, ys.least, ys.most)));
  };
  const std::string title = html_escaped(fmt::format(
      "{}: time over {}, model {}, L2 {}", a.plan.ask().kernel->kernel.id, a.plan.axes()[over].name,
      a.plan.ask().model->name, to_string(a.plan.ask().cache)));
  out << fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\">\n<title>{2}</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"{3}\" y=\"24\" font-size=\"14\">{2}</text>\n",
      whole_width, whole_height, title, plot_left);
  if (curves.empty()) {
    out << "<text x=\"80\" y=\"80\">no point has a time</text>\n</svg>\n";
    return;
  }
  for (const double tick : ys.ticks()) {
    out << fmt::format(
        "<path d=\"M{0} {1:.1f}h{2}\" stroke=\"#ddd\"/><text x=\"{3}\" y=\"{4:.1f}\" "
        "text-anchor=\"end\">{5}</text>\n",
        plot_left, at_y(tick), plot_width, plot_left - 6, at_y(tick) + 4,
        format_quantity(tick, Seconds::dim));
  }
  for (const double tick : xs.ticks()) {
    out << fmt::format(
        "<path d=\"M{0:.1f} {1}v{2}\" stroke=\"#ddd\"/><text x=\"{0:.1f}\" y=\"{3}\" "
        "text-anchor=\"middle\">{4}</text>\n",
        at_x(tick), plot_top, plot_height, plot_top + plot_height + 18,
        format_quantity(tick, Dim{}));
  }
  out << fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                     plot_left + plot_width / 2, plot_top + plot_height + 42,
                     html_escaped(a.plan.axes()[over].name));
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const char* colour = colours[i % colours.size()];
    const char* dashes = i >= colours.size() ? " stroke-dasharray=\"6 3\"" : "";
    std::string low, high, line;
    for (const auto& [x, point] : curves[i].points) {
      low += fmt::format("{:.1f},{:.1f} ", at_x(x), at_y(point->time->low.si));
      high = fmt::format("{:.1f},{:.1f} ", at_x(x), at_y(point->time->high.si)) + high;
      line += fmt::format("{:.1f},{:.1f} ", at_x(x), at_y(point->time->value.si));
    }
    out << fmt::format(
        "<polygon points=\"{}{}\" fill=\"{}\" fill-opacity=\"0.12\"/>\n"
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{}/>\n",
        low, high, colour, line, colour, dashes);
    constexpr std::size_t most_dots = 200;
    for (const auto& [x, point] : curves[i].points) {
      if (curves[i].points.size() > most_dots) break;
      out << fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"><title>{} {}={}: {}, "
          "limited by {}</title></circle>\n",
          at_x(x), at_y(point->time->value.si), colour, html_escaped(curves[i].title),
          html_escaped(a.plan.axes()[over].name), to_string(point->values[over]),
          format_estimate_and_interval(*point->time), point->bound);
    }
    const double y = plot_top + 10 + 20 * static_cast<double>(i);
    const double x = plot_left + plot_width + 16;
    out << fmt::format(
        "<path d=\"M{0} {1}h22\" stroke=\"{2}\" stroke-width=\"2\"{3}/><text x=\"{4}\" "
        "y=\"{5}\">{6}</text>\n",
        x, y, colour, dashes, x + 28, y + 4, html_escaped(curves[i].title));
  }
  out << "</svg>\n";
}

}  // namespace gpumodel
