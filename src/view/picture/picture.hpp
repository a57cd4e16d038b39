// One style of all pictures: SVG with a title that says what, on which device and how, in colours
// that people who see few of them tell apart (Okabe and Ito, "Color Universal Design", 2008), with
// shapes and dashes besides, light or dark as the reader's system is.
//
// Pictures place what answers hold; they compute nothing.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpumodel {

// How one of several things looks. Colours repeat after 8, shapes after 9, so that the first 72
// differ in one or the other, and neighbours in both. Dashes repeat after 4; those of areas begin
// where colours repeat.
struct Look {
  std::size_t index = 0;
  bool hollow = false;
  std::optional<std::size_t> dash{};  // of lines, instead of that of the index
  double size = 1.0;                  // of marks

  std::string stroke() const;  // class of its colour, for lines
  std::string fill() const;    // the same for areas
  std::string line() const;    // classes of a line with its dash
  std::string area() const;    // classes of a bar or a cell
  std::string shape() const;   // path around the origin
};

enum class Anchor { start, middle, end };

// What stands beside a text of a legend.
struct LegendEntry {
  enum class Kind { heading, mark, line, band, box };
  Kind kind = Kind::mark;
  Look look{};
  std::string text;
  std::string path{};  // instead of the shape
};

class Picture {
 public:
  // Below the title stand device and settings, broken where they are too long.
  Picture(double width, const std::string& title, const std::string& settings = {});

  double width() const { return width_; }
  // The lowest thing that was drawn.
  double bottom() const { return bottom_; }
  void reach(double y) { bottom_ = bottom_ < y ? y : bottom_; }

  void text(double x, double y, const std::string& text, Anchor anchor = Anchor::start,
            std::string_view css = "text", std::string_view attributes = {});
  void path(const std::string& d, std::string_view css, const std::string& hover = {},
            std::string_view attributes = {});
  void box(double x, double y, double width, double height, std::string_view css,
           const std::string& hover = {}, std::string_view attributes = {});
  // `path` in place of the shape of the look.
  void mark(double x, double y, Look look, const std::string& hover = {},
            std::string_view attributes = {}, const std::string& path = {});
  // A column; the line below it.
  double legend(double x, double y, const std::vector<LegendEntry>& entries);
  // Side by side, in lines that end at the right edge; the line below them.
  double legend_line(double x, double y, const std::vector<LegendEntry>& entries);
  // A part of the picture that cuts off what is drawn outside of it. Its origin is its corner.
  void begin_part(double x, double y, double width, double height, std::string_view css);
  void end_part();

  // A file of its own; in a page that has the style sheet, without it.
  void write(std::ostream& out, bool with_style = true) const;

 private:
  void entry(double x, double y, const LegendEntry& one);

  double width_, bottom_ = 0.0;
  std::string title_, body_;
};

}  // namespace gpumodel
