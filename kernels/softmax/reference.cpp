#include <algorithm>
#include <cmath>

#include "validate/cases/tolerances.hpp"

GPUMODEL_REFERENCE("softmax", r) {
  const auto x = r.input<float>("x");
  const std::int64_t cols = r.value("cols");
  const auto element = [=](std::int64_t i) {
    const std::int64_t first = i / cols * cols;
    const auto at = [&](std::int64_t c) { return static_cast<double>(x[c]); };
    double largest = at(first), sum = 0;
    for (std::int64_t c = first; c < first + cols; ++c) largest = std::max(largest, at(c));
    for (std::int64_t c = first; c < first + cols; ++c) sum += std::exp(at(c) - largest);
    return std::exp(at(i) - largest) / sum;
  };
  r.expect<float>("y", gpumodel::sum_of<float>(cols), element, 10.0 * static_cast<double>(cols));
}
