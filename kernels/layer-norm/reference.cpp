#include "kernels/layer-norm/constants.hpp"
#include "validate/cases/tolerances.hpp"

namespace {

struct Row {
  double mean, variance;
};

Row statistics(const gpumodel::Input<float>& x, std::int64_t first, std::int64_t cols) {
  double sum = 0, squares = 0;
  for (std::int64_t c = first; c < first + cols; ++c) {
    const auto v = static_cast<double>(x[c]);
    sum += v;
    squares += v * v;
  }
  const auto n = static_cast<double>(cols);
  return {sum / n, squares / n - sum / n * (sum / n)};
}

}  // namespace

// x has a mean of about 0: else the variance, a difference of two sums, would lose digits.
GPUMODEL_REFERENCE("layer-norm", r) {
  const auto x = r.input<float>("x", -1.0, 1.0);
  const auto gamma = r.input<float>("gamma"), beta = r.input<float>("beta");
  const std::int64_t cols = r.value("cols");
  const auto element = [=](std::int64_t i) {
    const Row row = statistics(x, i / cols * cols, cols);
    const double deviation =
        std::sqrt(row.variance + static_cast<double>(gpumodel::layer_norm::eps));
    const double normal = (static_cast<double>(x[i]) - row.mean) / deviation;
    return normal * static_cast<double>(gamma[i % cols]) + static_cast<double>(beta[i % cols]);
  };
  const double of_sums = gpumodel::sum_of<float>(cols).relative;
  r.expect<float>("y", {.relative = of_sums, .absolute = of_sums}, element,
                  4.0 * static_cast<double>(cols));
}
