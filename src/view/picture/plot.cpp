#include "src/view/picture/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

constexpr double about_ticks = 6.0;

// 1, 2 or 5 times a power of ten.
double step_of(double span) {
  const double tens = std::pow(10.0, std::floor(std::log10(span / about_ticks)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (span / (factor * tens) <= about_ticks) return factor * tens;
  }
  return 10.0 * tens;
}

// "1.05M" is no tick anybody reads, "1 M" is.
std::string tick_text(const Axis& axis, double value) {
  if (axis.tick) return axis.tick(value);
  if (axis.dim != Dim{}) return format_quantity(value, axis.dim);
  if (std::abs(value) < 1e4) return fmt::format("{:.4g}", value);
  const auto thousands = static_cast<std::size_t>(std::log10(std::abs(value)) / 3.0 + 1e-9);
  constexpr std::string_view prefixes = " kMGTPE";
  if (thousands >= prefixes.size()) return fmt::format("{:.3g}", value);
  const double shown = value / std::pow(1000.0, static_cast<double>(thousands));
  return fmt::format("{:.4g} {}", shown, prefixes[thousands]);
}

std::string points_of(const Plot& plot, const std::vector<PlotPoint>& points, char first) {
  std::string d;
  for (const PlotPoint& point : points) {
    d += fmt::format("{}{:.1f} {:.1f}", d.empty() ? first : 'L', plot.x(point.x), plot.y(point.y));
  }
  return d;
}

}  // namespace

Axis Axis::around(std::string label, double least, double most, bool logarithmic, Dim dim) {
  Axis axis{std::move(label), least, most, logarithmic, dim};
  if (logarithmic) {
    const double first = std::floor(std::log10(least) + 1e-9);
    axis.from = std::pow(10.0, first);
    axis.to = std::pow(10.0, std::max(first + 1.0, std::ceil(std::log10(most) - 1e-9)));
    return axis;
  }
  const double span = most > least ? most - least : std::max(1.0, std::abs(most));
  const double step = step_of(span);
  axis.from = step * std::floor(least / step + 1e-9);
  axis.to = step * std::ceil((most > least ? most : least + span) / step - 1e-9);
  return axis;
}

double Axis::place(double value) const {
  if (!logarithmic) return (value - from) / (to - from);
  return std::log10(value / from) / std::log10(to / from);
}

std::vector<double> Axis::ticks() const {
  std::vector<double> all;
  if (!logarithmic) {
    const double step = step_of(to - from);
    for (double i = std::ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; ++i) {
      all.push_back(i * step + 0.0);  // no -0
    }
    return all;
  }
  const int first = static_cast<int>(std::ceil(std::log10(from) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(to) + 1e-9));
  const int every = std::max(1, (last - first + 9) / 10);
  for (int decade = first; decade <= last; decade += every) all.push_back(std::pow(10.0, decade));
  return all;
}

Plot::Plot(Picture& picture, PlotArea area, Axis x, Axis y)
    : picture_(picture), area_(area), x_(std::move(x)), y_(std::move(y)) {
  const double right = area_.left + area_.width, bottom = area_.top + area_.height;
  for (const double value : x_.ticks()) {
    const double at = this->x(value);
    picture_.path(fmt::format("M{:.1f} {:.1f}V{:.1f}", at, area_.top, bottom), "grid");
    picture_.text(at, bottom + 16, tick_text(x_, value), Anchor::middle);
  }
  for (const double value : y_.ticks()) {
    const double at = this->y(value);
    picture_.path(fmt::format("M{:.1f} {:.1f}H{:.1f}", area_.left, at, right), "grid");
    picture_.text(area_.left - 6, at + 4, tick_text(y_, value), Anchor::end);
  }
  picture_.path(fmt::format("M{:.1f} {:.1f}V{:.1f}H{:.1f}", area_.left, area_.top, bottom, right),
                "frame");
  picture_.text(area_.left + area_.width / 2, bottom + 36, x_.label, Anchor::middle);
  picture_.text(
      0, 0, y_.label, Anchor::middle, "text",
      fmt::format("transform=\"translate(16 {:.1f}) rotate(-90)\"", area_.top + area_.height / 2));
}

double Plot::x(double value) const {
  return area_.left + area_.width * std::clamp(x_.place(value), -0.5, 1.5);
}

double Plot::y(double value) const {
  return area_.top + area_.height * (1.0 - std::clamp(y_.place(value), -0.5, 1.5));
}

void Plot::line(const std::vector<PlotPoint>& points, Look look, const std::string& hover,
                std::string_view attributes) {
  picture_.path(points_of(*this, points, 'M'), look.line(), hover, attributes);
}

void Plot::band(const std::vector<PlotPoint>& low, const std::vector<PlotPoint>& high, Look look) {
  const std::vector<PlotPoint> back(high.rbegin(), high.rend());
  picture_.path(points_of(*this, low, 'M') + points_of(*this, back, 'L') + "z",
                look.fill() + " band");
}

void Plot::mark(PlotPoint at, Look look, const std::string& hover, std::string_view attributes,
                const std::string& path) {
  picture_.mark(x(at.x), y(at.y), look, hover, attributes, path);
}

}  // namespace gpumodel
