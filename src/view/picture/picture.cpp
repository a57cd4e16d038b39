#include "src/view/picture/picture.hpp"

#include <fmt/format.h>

#include <array>
#include <ostream>
#include <stdexcept>

#include "src/view/common/html.hpp"
#include "src/view/common/page.hpp"
#include "src/view/picture/style.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t colours = 8, dashes = 4;
constexpr double margin = 14, line_height = 18;
constexpr double character = 6.6;  // width of one, at most, of the 12 pixels of all texts

// Circle, square, triangle, diamond, star, hexagon, half circle, cross, triangle on its head; all
// of about the same area.
constexpr std::array<std::string_view, 9> shapes = {
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
    "M-3.5-3.5h7v7h-7z",
    "M0-5l4.8 8.2h-9.6z",
    "M0-5.2L5.2 0 0 5.2-5.2 0z",
    "M0-6l1.5 4.2h4.4L2.4 1l1.3 4.6L0 2.9-3.7 5.6-2.4 1-5.9-1.8h4.4z",
    "M-4.4 0l2.2-4h4.4l2.2 4-2.2 4h-4.4z",
    "M-5.4 2.6a5.4 5.4 0 0 1 10.8 0z",
    "M-1.6-5h3.2v3.4h3.4v3.2h-3.4v3.4h-3.2v-3.4h-3.4v-3.2h3.4z",
    "M0 5l4.8-8.2h-9.6z"};

std::string hover_title(const std::string& hover) {
  return hover.empty() ? "/>\n" : "><title>" + html_escaped(hover) + "</title>";
}

std::string_view anchor_name(Anchor anchor) {
  return anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
}

}  // namespace

std::string_view style_part(std::string_view name) {
  for (const StylePart& part : style_parts()) {
    if (part.name == name) return part.text;
  }
  throw std::out_of_range("no style '" + std::string(name) + "'");
}

std::string Look::stroke() const {
  return fmt::format("s{}", index % colours);
}
std::string Look::fill() const {
  return fmt::format("f{}", index % colours);
}
std::string Look::line() const {
  const std::size_t kind = dash.value_or(index) % dashes;
  return "line " + stroke() + (kind == 0 ? "" : fmt::format(" d{}", kind));
}
std::string Look::area() const {
  return fmt::format("box {} {}{}", stroke(), fill(), index < colours ? "" : " d2");
}
std::string Look::shape() const {
  return std::string(shapes[index % shapes.size()]);
}

Picture::Picture(double width, const std::string& title, const std::string& settings)
    : width_(width), title_(settings.empty() ? title : title + ", " + settings) {
  const auto columns = static_cast<std::size_t>((width - 2 * margin) / character);
  double y = 8;
  for (const auto& [what, css, size] :
       {std::tuple(&title, "text", 14), std::tuple(&settings, "faint", 12)}) {
    std::vector<std::string> lines;
    append_wrapped(lines, "", *what, size == 14 ? columns * 6 / 7 : columns);
    for (const std::string& line : lines) {
      if (line.empty()) continue;
      text(margin, y += line_height, line, Anchor::start, css,
           size == 14 ? "font-size=\"14\"" : "");
    }
  }
}

void Picture::text(double x, double y, const std::string& text, Anchor anchor, std::string_view css,
                   std::string_view attributes) {
  body_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\"", x, y, css);
  if (anchor != Anchor::start) body_ += fmt::format(" text-anchor=\"{}\"", anchor_name(anchor));
  body_ += fmt::format("{}{}>{}</text>\n", attributes.empty() ? "" : " ", attributes,
                       html_escaped(text));
  reach(y + 4);
}

void Picture::path(const std::string& d, std::string_view css, const std::string& hover,
                   std::string_view attributes) {
  body_ += fmt::format("<path d=\"{}\" class=\"{}\"{}{}{}", d, css, attributes.empty() ? "" : " ",
                       attributes, hover_title(hover));
  if (!hover.empty()) body_ += "</path>\n";
}

void Picture::box(double x, double y, double width, double height, std::string_view css,
                  const std::string& hover, std::string_view attributes) {
  body_ += fmt::format(
      "<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\" class=\"{}\"{}{}{}", x, y,
      width, height, css, attributes.empty() ? "" : " ", attributes, hover_title(hover));
  if (!hover.empty()) body_ += "</rect>\n";
  reach(y + height);
}

void Picture::mark(double x, double y, Look look, const std::string& hover,
                   std::string_view attributes, const std::string& path) {
  const std::string css =
      look.hollow ? look.stroke() + " hollow" : look.stroke() + " " + look.fill() + " full";
  this->path(path.empty() ? look.shape() : path, css, hover,
             fmt::format("transform=\"translate({:.1f},{:.1f}){}\"{}{}", x, y,
                         look.size == 1.0 ? "" : fmt::format("scale({:g})", look.size),
                         attributes.empty() ? "" : " ", attributes));
  reach(y + 6);
}

void Picture::entry(double x, double y, const LegendEntry& one) {
  using Kind = LegendEntry::Kind;
  if (one.kind == Kind::mark) mark(x + 8, y, one.look, {}, {}, one.path);
  if (one.kind == Kind::line) path(fmt::format("M{:.1f} {:.1f}h20", x, y), one.look.line());
  if (one.kind == Kind::band) box(x, y - 5, 18, 10, one.look.fill() + " band");
  if (one.kind == Kind::box) box(x, y - 5, 18, 10, one.look.area());
  text(one.kind == Kind::heading ? x : x + 25, y + 4, one.text);
}

double Picture::legend(double x, double y, const std::vector<LegendEntry>& entries) {
  for (const LegendEntry& one : entries) {
    entry(x, y, one);
    y += line_height;
  }
  return y;
}

double Picture::legend_line(double x, double y, const std::vector<LegendEntry>& entries) {
  double at = x;
  for (const LegendEntry& one : entries) {
    const double wide = 40 + character * static_cast<double>(display_width(one.text));
    if (at > x && at + wide > width_ - margin) {
      at = x;
      y += line_height;
    }
    entry(at, y, one);
    at += wide;
  }
  return y + line_height;
}

void Picture::begin_part(double x, double y, double width, double height, std::string_view css) {
  body_ += fmt::format(
      "<svg x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" class=\"{}\">\n", x, y,
      width, height, css);
  reach(y + height);
}

void Picture::end_part() {
  body_ += "</svg>\n";
}

void Picture::write(std::ostream& out, bool with_style) const {
  const double height = bottom_ + margin;
  out << fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"img\" viewBox=\"0 0 "
      "{0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<title>{2}</title>\n",
      width_, height, html_escaped(title_));
  if (with_style) out << "<style>\n" << style_part("picture") << "</style>\n";
  out << "<rect width=\"100%\" height=\"100%\" class=\"paper\"/>\n" << body_ << "</svg>\n";
}

}  // namespace gpumodel
