#include "kernels/conv2d/weighted_sum.hpp"

GPUMODEL_REFERENCE("conv2d-tiled", r) {
  const auto sum = gpumodel::convolution_2d(r);
  const std::int64_t weights = sum.width() * sum.width();
  r.expect<float>(
      "b", gpumodel::sum_of<float>(weights),
      [=](std::int64_t i) { return sum(i / sum.m, i % sum.m); }, static_cast<double>(weights));
}
