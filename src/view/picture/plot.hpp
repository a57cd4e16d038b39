// Two axes with ticks, and what is drawn between them: lines, bands, marks.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/core/units.hpp"
#include "src/view/picture/picture.hpp"

namespace gpumodel {

struct Axis {
  std::string label;
  double from = 0.0, to = 1.0;  // above 0 where logarithmic
  bool logarithmic = false;
  Dim dim{};  // of its numbers, which are written with the prefix that suits each
  std::function<std::string(double)> tick{};  // instead of that

  // From whole steps to whole steps: 1, 2 or 5 times a power of ten; powers of ten on logarithmic
  // ones.
  static Axis around(std::string label, double least, double most, bool logarithmic, Dim dim = {});
  double place(double value) const;  // 0 at `from`, 1 at `to`
  std::vector<double> ticks() const;
};

struct PlotArea {
  double left = 70, top = 60, width = 560, height = 320;
};

struct PlotPoint {
  double x = 0.0, y = 0.0;
};

class Plot {
 public:
  // Draws the axes. `picture` must outlive it.
  Plot(Picture& picture, PlotArea area, Axis x, Axis y);

  double x(double value) const;
  double y(double value) const;
  void line(const std::vector<PlotPoint>& points, Look look, const std::string& hover = {},
            std::string_view attributes = {});
  // Between two lines over the same places.
  void band(const std::vector<PlotPoint>& low, const std::vector<PlotPoint>& high, Look look);
  void mark(PlotPoint at, Look look, const std::string& hover, std::string_view attributes = {},
            const std::string& path = {});

 private:
  Picture& picture_;
  PlotArea area_;
  Axis x_, y_;
};

}  // namespace gpumodel
