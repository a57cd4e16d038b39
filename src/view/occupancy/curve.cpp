#include "src/view/occupancy/curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>

namespace gpumodel {
namespace {

constexpr std::size_t widest = 64;  // columns of a terminal picture
constexpr int rows = 8;

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

void occupancy_svg(std::ostream& out, const OccupancyAnswer& a) {
  constexpr double width = 720, height = 320, left = 60, right = 20, top = 40, bottom = 50;
  const auto first = static_cast<double>(a.sweep_values.front());
  const auto span = std::max(1.0, static_cast<double>(a.sweep_values.back()) - first);
  const auto x = [&](std::size_t i) {
    return left + (width - left - right) * (static_cast<double>(a.sweep_values[i]) - first) / span;
  };
  const auto y = [&](double occupancy) {
    return top + (height - top - bottom) * (1.0 - occupancy);
  };
  out << fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<title>Occupancy against {2}</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"{3}\" y=\"20\" font-size=\"14\">Occupancy against {2}</text>\n",
      width, height, a.swept.substr(2), left);
  for (int percent = 0; percent <= 100; percent += 25) {
    const double at = y(percent / 100.0);
    out << fmt::format(
        "<line x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\" stroke=\"#ccc\"/>"
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{} %</text>\n",
        left, width - right, at, at, left - 6, at + 4, percent);
  }
  std::string low;
  std::string back;  // the upper edge of the band, from right to left
  for (std::size_t i = 0; i < a.points.size(); ++i) {
    low += fmt::format("{:.1f},{:.1f} ", x(i), y(a.points[i].lowest().value_or(0.0)));
    back = fmt::format("{:.1f},{:.1f} ", x(i), y(a.points[i].highest().value_or(0.0))) + back;
  }
  out << "<polygon points=\"" << low << back << "\" fill=\"#1f77b4\" fill-opacity=\"0.2\"/>\n"
      << "<polyline points=\"" << low
      << "\" fill=\"none\" stroke=\"#1f77b4\" stroke-width=\"2\"/>\n";
  for (std::size_t i = 0; i < a.points.size(); ++i) {
    const double occupancy = a.points[i].lowest().value_or(0.0);
    out << fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"#1f77b4\"><title>{} {}: {:.1f} "
        "%</title></circle>\n",
        x(i), y(occupancy), a.swept.substr(2), a.sweep_values[i], 100.0 * occupancy);
  }
  out << fmt::format(
      "<text x=\"{}\" y=\"{}\">{}</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>"
      "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n</svg>\n",
      left, height - 28, a.sweep_values.front(), width - right, height - 28, a.sweep_values.back(),
      (left + width) / 2, height - 10, a.swept.substr(2));
}

}  // namespace gpumodel
