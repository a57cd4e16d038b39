#include "validate/cases/tolerances.hpp"

// Points nearer to the border than the radius are not written.
GPUMODEL_REFERENCE("conv3d", r) {
  const auto a = r.input<float>("a"), weight = r.input<float>("weight");
  const std::int64_t n = r.value("n"), radius = r.value("radius"), width = 2 * radius + 1;
  const auto inside = [=](std::int64_t at) { return at >= radius && at < n - radius; };
  const auto point = [=](std::int64_t p) -> std::optional<double> {
    const std::int64_t x = p % n, y = p / n % n, z = p / (n * n);
    if (!inside(x) || !inside(y) || !inside(z)) return std::nullopt;
    double sum = 0;
    for (std::int64_t w = 0; w < width * width * width; ++w) {
      const std::int64_t j = w % width, i = w / width % width, k = w / (width * width);
      const std::int64_t at = ((z + k - radius) * n + y + i - radius) * n + x + j - radius;
      sum += static_cast<double>(weight[w]) * static_cast<double>(a[at]);
    }
    return sum;
  };
  const std::int64_t weights = width * width * width;
  r.expect<float>("b", gpumodel::sum_of<float>(weights), point, static_cast<double>(weights));
}
