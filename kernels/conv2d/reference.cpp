#include "kernels/conv2d/weighted_sum.hpp"

// Points nearer to the border than the radius are not written.
GPUMODEL_REFERENCE("conv2d", r) {
  const auto sum = gpumodel::convolution_2d(r);
  const std::int64_t weights = sum.width() * sum.width();
  const auto point = [=](std::int64_t i) -> std::optional<double> {
    const std::int64_t y = i / sum.m, x = i % sum.m;
    if (y < sum.radius || y >= sum.n - sum.radius || x < sum.radius || x >= sum.m - sum.radius)
      return std::nullopt;
    return sum(y, x);
  };
  r.expect<float>("b", gpumodel::sum_of<float>(weights), point, static_cast<double>(weights));
}
