// What the marks of a picture of points mean: colours are limiters, shapes are backends.
#pragma once

#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "models/validation/judge.hpp"

namespace gpumodel {

class Marks {
 public:
  // Of the points that have a prediction and a measurement.
  explicit Marks(const std::vector<JudgedPoint>& points);

  // The attributes of a point's mark, a path around the origin: hollow where the measurement is
  // doubtful.
  std::string attributes(const JudgedPoint& judged) const;
  // A column of what is there, with the numbers of points; `y` becomes the line below it.
  void draw_legend(std::ostream& out, double x, double& y) const;
  double legend_height() const;

 private:
  std::string colour(std::string_view limiter) const;

  std::map<std::string, std::size_t> limiters_;  // points of each
  std::map<BackendKind, std::size_t> backends_;
};

}  // namespace gpumodel
