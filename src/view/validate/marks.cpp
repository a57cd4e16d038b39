#include "src/view/validate/marks.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>

#include "src/view/common/html.hpp"

namespace gpumodel {
namespace {

constexpr double line_height = 18;

// Told apart by people who see few colours too (Okabe and Ito 2008), and by their lightness.
constexpr std::array palette = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                "#e69f00", "#56b4e9", "#000000", "#999933"};

// Circle, square and triangle, of about the same area.
constexpr std::string_view shape(BackendKind backend) {
  return backend == BackendKind::cuda      ? "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0"
         : backend == BackendKind::openacc ? "M-3.5-3.5h7v7h-7z"
                                           : "M0-5l4.8 8.2h-9.6z";
}

std::string filled(const std::string& colour, bool hollow) {
  return fmt::format("stroke=\"{}\" fill=\"{}\"", colour, hollow ? "white" : colour);
}

}  // namespace

Marks::Marks(const std::vector<JudgedPoint>& points) {
  for (const JudgedPoint& judged : points) {
    if (!judged.answer || !judged.point.time) continue;
    ++limiters_[std::string(judged.answer->bound)];
    ++backends_[judged.point.backend];
  }
}

std::string Marks::colour(std::string_view limiter) const {
  const auto at = std::distance(limiters_.begin(), limiters_.find(std::string(limiter)));
  return palette[static_cast<std::size_t>(at) % palette.size()];
}

std::string Marks::attributes(const JudgedPoint& judged) const {
  return fmt::format("d=\"{}\" {}", shape(judged.point.backend),
                     filled(colour(judged.answer->bound), !judged.doubts.empty()));
}

double Marks::legend_height() const {
  return line_height * static_cast<double>(limiters_.size() + backends_.size() + 4);
}

void Marks::draw_legend(std::ostream& out, double x, double& y) const {
  const auto text = [&](std::string_view line, double indent) {
    out << fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", x + indent, y + 4,
                       html_escaped(std::string(line)));
    y += line_height;
  };
  const auto entry = [&](std::string_view path, const std::string& look, const std::string& line) {
    out << fmt::format("<path transform=\"translate({},{})\" d=\"{}\" {}/>", x + 6, y, path, look);
    text(line, 18);
  };
  text("limited by", 0);
  for (const auto& [limiter, points] : limiters_) {
    entry(shape(BackendKind::cuda), filled(colour(limiter), false),
          fmt::format("{} ({})", limiter, points));
  }
  text("on", 0);
  for (const auto& [backend, points] : backends_) {
    entry(shape(backend), filled("#555", false),
          fmt::format("{} ({})", to_string(backend), points));
  }
  entry(shape(BackendKind::cuda), filled("#555", true), "doubtful time");
}

}  // namespace gpumodel
