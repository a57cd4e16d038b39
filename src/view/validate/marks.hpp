// What the marks of a picture of points mean: colours and shapes are limiters, a bar through a mark
// is another backend than CUDA, hollow ones are doubtful measurements.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "models/validation/judge.hpp"
#include "src/view/picture/picture.hpp"

namespace gpumodel {

class Marks {
 public:
  // Of the points that have a prediction and a measurement.
  explicit Marks(const std::vector<JudgedPoint>& points);

  Look look(const JudgedPoint& judged) const;
  std::string path(const JudgedPoint& judged) const;
  // What is there, with the numbers of points.
  std::vector<LegendEntry> legend() const;

 private:
  std::map<std::string, std::size_t> limiters_;  // points of each
  std::map<BackendKind, std::size_t> backends_;
};

}  // namespace gpumodel
