#include "src/view/validate/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <sstream>

#include "src/io/text/format.hpp"
#include "src/view/common/html.hpp"
#include "src/view/validate/marks.hpp"
#include "src/view/validate/page.hpp"

namespace gpumodel {
namespace {

constexpr double left = 80, top = 46, size = 560, legend = 190, bottom = 56;

// Whole decades that hold every time, measured and predicted.
struct Decades {
  int first = -6, last = -3;

  explicit Decades(const std::vector<JudgedPoint>& points) {
    double least = 1e300;
    double most = 0.0;
    for (const JudgedPoint& judged : points) {
      if (!judged.answer || !judged.point.time) continue;
      least = std::min({least, judged.answer->time_s, judged.point.time->median_s});
      most = std::max({most, judged.answer->time_s, judged.point.time->median_s});
    }
    if (most == 0.0) return;
    first = static_cast<int>(std::floor(std::log10(least)));
    last = std::max(first + 1, static_cast<int>(std::ceil(std::log10(most))));
  }
  // 0 at the first decade, 1 at the last.
  double place(double seconds) const {
    return (std::log10(seconds) - first) / static_cast<double>(last - first);
  }
  double x(double seconds) const { return left + size * place(seconds); }
  double y(double seconds) const { return top + size * (1.0 - place(seconds)); }
};

std::string hover_text(const JudgedPoint& judged) {
  const Point& point = judged.point;
  std::string text =
      fmt::format("{} {}, {} L2\n{}\npredicted {}, measured {}: {}\nbound by {}", point.kernel,
                  to_string(point.backend), to_string(point.cache), parameter_text(point),
                  format_time({judged.answer->time_s}), format_time({point.time->median_s}),
                  format_error(*judged.relative_error()), judged.answer->bound);
  for (const std::string& doubt : judged.doubts) text += "\n" + doubt;
  if (!judged.counts) text += "\ndoes not count: " + judged.sets.front();
  return text;
}

// Where predicted is `ratio` times measured, clipped to the picture.
std::string line_points(const Decades& decades, double ratio, bool backwards) {
  const double low = std::pow(10.0, decades.first), high = std::pow(10.0, decades.last);
  const double from = std::max(low, low / ratio), to = std::min(high, high / ratio);
  const auto at = [&](double measured) {
    return fmt::format("{:.1f},{:.1f} ", decades.x(measured), decades.y(measured * ratio));
  };
  return backwards ? at(to) + at(from) : at(from) + at(to);
}

void draw_bands(std::ostream& out, const Decades& decades) {
  for (const auto& [error, fill] : {std::pair(0.25, "#eef3fa"), std::pair(0.10, "#dbe7f5")}) {
    out << "<polygon points=\"" << line_points(decades, 1.0 + error, false)
        << line_points(decades, 1.0 - error, true) << "\" fill=\"" << fill << "\"/>\n";
  }
  out << "<polyline points=\"" << line_points(decades, 1.0, false) << "\" stroke=\"#888\"/>\n";
}

void draw_axes(std::ostream& out, const Decades& decades) {
  for (int decade = decades.first; decade <= decades.last; ++decade) {
    const double seconds = std::pow(10.0, decade);
    const double x = decades.x(seconds), y = decades.y(seconds);
    const std::string label = format_quantity(seconds, Seconds::dim);
    out << fmt::format(
        "<path d=\"M{0:.1f} {1}V{2}M{3} {4:.1f}H{5}\" stroke=\"#ddd\"/>"
        "<text x=\"{0:.1f}\" y=\"{6}\" text-anchor=\"middle\">{7}</text>"
        "<text x=\"{8}\" y=\"{9:.1f}\" text-anchor=\"end\">{7}</text>\n",
        x, top, top + size, left, y, left + size, top + size + 18, label, left - 8, y + 4);
  }
  out << fmt::format(
      "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">measured</text>"
      "<text x=\"18\" y=\"{}\" text-anchor=\"middle\" transform=\"rotate(-90 18 {})\">"
      "predicted</text>\n",
      left + size / 2, top + size + 42, top + size / 2, top + size / 2);
}

void draw_dots(std::ostream& out, const ValidateAnswer& answer, const Decades& decades,
               const Marks& marks) {
  out << "<g fill-opacity=\"0.55\">\n";
  for (const JudgedPoint& judged : answer.points) {
    if (!judged.answer || !judged.point.time) continue;
    out << fmt::format(
        "<path class=\"dot\" data-kernel=\"{}\" transform=\"translate({:.1f},{:.1f})\" {}>"
        "<title>{}</title></path>\n",
        html_escaped(judged.point.kernel), decades.x(judged.point.time->median_s),
        decades.y(judged.answer->time_s), marks.attributes(judged),
        html_escaped(hover_text(judged)));
  }
  out << "</g>\n";
}

// Dots of one kernel stand out together.
constexpr const char* script =
    "<script>for(const dot of document.querySelectorAll('.dot'))for(const type of "
    "['mouseenter','mouseleave'])dot.addEventListener(type,()=>{for(const other of "
    "document.querySelectorAll('.dot'))if(other.dataset.kernel===dot.dataset.kernel)"
    "other.classList.toggle('on',type==='mouseenter')})</script>\n";

}  // namespace

void validate_svg(std::ostream& out, const ValidateAnswer& answer) {
  const Decades decades(answer.points);
  const Marks marks(answer.points);
  const double height = std::max(top + size + bottom, top + marks.legend_height());
  out << fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" font-family=\"sans-serif\" font-size=\"12\" fill=\"black\">\n"
      "<title>{2}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"{3}\" y=\"24\" font-size=\"14\">{2}</text>\n",
      left + size + legend, height, html_escaped(validate_headline(answer)), left);
  draw_bands(out, decades);
  draw_axes(out, decades);
  draw_dots(out, answer, decades, marks);
  double y = top + 10;
  marks.draw_legend(out, left + size + 20, y);
  out << "</svg>\n";
}

void validate_html(std::ostream& out, const ValidateAnswer& answer, const Page& page) {
  std::ostringstream text;
  render_text(text, page, false);
  out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>"
      << html_escaped(validate_headline(answer))
      << "</title>\n<style>body{font-family:sans-serif;margin:2em}svg{max-width:100%;height:auto}"
         ".dot.on{fill-opacity:1;stroke-width:5}pre{line-height:1.3;overflow-x:auto}</style>\n</"
         "head>\n<body>\n";
  validate_svg(out, answer);
  out << "<p>Bands: 10 and 25 %. Hover over a dot to see what it is and where its kernel "
         "is.</p>\n<pre>"
      << html_escaped(text.str()) << "</pre>\n"
      << script << "</body>\n</html>\n";
}

}  // namespace gpumodel
