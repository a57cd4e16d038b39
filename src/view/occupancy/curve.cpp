#include "src/view/occupancy/curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>

#include "src/io/text/format.hpp"
#include "src/view/picture/plot.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t widest = 64;  // columns of a terminal picture
constexpr int rows = 8;
constexpr const char* present_mark = "M0-7l6.5 11h-13z";

// Occupancy of each column: the lowest of the points that fall into it.
std::vector<double> columns(const OccupancyAnswer& a) {
  const std::size_t count = std::min(widest, a.points.size());
  std::vector<double> lowest(count, 1.0);
  for (std::size_t i = 0; i < a.points.size(); ++i) {
    double& column = lowest[i * count / a.points.size()];
    column = std::min(column, a.points[i].lowest().value_or(0.0));
  }
  return lowest;
}

// A cell of one row, in eighths of its height.
std::string block(double filled) {
  static constexpr std::array<const char*, 9> eighths = {" ", "▁", "▂", "▃", "▄",
                                                         "▅", "▆", "▇", "█"};
  const double clamped = std::clamp(filled, 0.0, 1.0);
  return eighths[static_cast<std::size_t>(std::lround(clamped * 8.0))];
}

}  // namespace

Preformatted occupancy_curve(const OccupancyAnswer& a) {
  const std::vector<double> heights = columns(a);
  Preformatted picture;
  for (int row = rows - 1; row >= 0; --row) {
    std::string line = row == rows - 1 ? "100 % |" : row == rows / 2 - 1 ? " 50 % |" : "      |";
    for (const double height : heights) line += block(height * rows - row);
    picture.lines.push_back(std::move(line));
  }
  std::string axis = "  0 % +";
  for (std::size_t i = 0; i < heights.size(); ++i) axis += '-';
  picture.lines.push_back(std::move(axis));
  const std::string first = std::to_string(a.sweep_values.front());
  const std::string last = std::to_string(a.sweep_values.back());
  const std::size_t gap =
      heights.size() > first.size() + last.size() ? heights.size() - first.size() - last.size() : 1;
  picture.lines.push_back("       " + first + std::string(gap, ' ') + last + "  " + a.swept);
  return picture;
}

namespace {

std::string device_of(const OccupancyAnswer& a) {
  return device_and_capability(a.device, a.points.front().limits->capability);
}

// What the sweep leaves as it is.
std::string settings_of(const OccupancyAnswer& a) {
  const PartialLaunch& asked = a.points.front().asked;
  std::string text = device_of(a);
  if (a.swept != "--threads" && asked.threads) {
    text += fmt::format("; {} threads per block", *asked.threads);
  }
  return text;
}

}  // namespace

Picture occupancy_picture(const OccupancyAnswer& a, std::optional<double> present) {
  const std::string what = a.swept.substr(2);
  Picture picture(720, "Occupancy against " + what, settings_of(a));
  std::vector<PlotPoint> low, high;
  for (std::size_t i = 0; i < a.points.size(); ++i) {
    const auto x = static_cast<double>(a.sweep_values[i]);
    low.push_back({x, a.points[i].lowest().value_or(0.0)});
    high.push_back({x, a.points[i].highest().value_or(0.0)});
  }
  Axis share{"occupancy", 0.0, 1.0};
  share.tick = format_percent;
  Plot plot(picture, {.left = 70, .top = picture.bottom() + 12, .width = 620, .height = 250},
            {what, low.front().x, std::max(low.back().x, low.front().x + 1.0)}, share);
  plot.band(low, high, {0});
  plot.line(low, {0});
  for (const PlotPoint& point : low) {
    plot.mark(
        point, {0},
        fmt::format("{} {}: {}", what, static_cast<std::int64_t>(point.x), format_tenths(point.y)));
  }
  std::vector<LegendEntry> legend = {{LegendEntry::Kind::line, {0}, "least occupancy"}};
  const auto open = [](const auto& each) { return each.lowest() != each.highest(); };
  if (std::ranges::any_of(a.points, open)) {
    legend.push_back({LegendEntry::Kind::band, {0}, "up to what is left open allows"});
  }
  if (present) {
    const auto at = std::ranges::find(low, *present, &PlotPoint::x);
    if (at != low.end()) {
      plot.mark(*at, {1 + 9 * 8}, fmt::format("as asked: {} {}", what, *present), {}, present_mark);
      legend.push_back({LegendEntry::Kind::mark, {1}, "as asked", present_mark});
    }
  }
  picture.legend_line(70, picture.bottom() + 18, legend);
  return picture;
}

}  // namespace gpumodel
