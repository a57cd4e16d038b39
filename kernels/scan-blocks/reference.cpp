#include <algorithm>

#include "validate/cases/tolerances.hpp"

GPUMODEL_REFERENCE("scan-blocks", r) {
  const auto a = r.input<float>("a");
  const std::int64_t n = r.value("N"), threads = r.value("threads");
  const auto sum = [=](std::int64_t first, std::int64_t end) {
    double v = 0;
    for (std::int64_t i = first; i < std::min(end, n); ++i) v += static_cast<double>(a[i]);
    return v;
  };
  const auto tolerance = gpumodel::sum_of<float>(threads);
  const auto cost = static_cast<double>(threads);
  r.expect<float>(
      "b", tolerance, [=](std::int64_t i) { return sum(i / threads * threads, i + 1); }, cost);
  r.expect<float>(
      "sums", tolerance,
      [=](std::int64_t block) { return sum(block * threads, (block + 1) * threads); }, cost);
}
