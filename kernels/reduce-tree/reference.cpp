#include <algorithm>

#include "validate/cases/tolerances.hpp"

GPUMODEL_REFERENCE("reduce-tree", r) {
  constexpr std::int64_t threads = 256;
  const auto a = r.input<float>("a");
  const std::int64_t n = r.value("N");
  const auto partial = [=](std::int64_t block) {
    double sum = 0;
    for (std::int64_t i = block * threads; i < std::min((block + 1) * threads, n); ++i)
      sum += static_cast<double>(a[i]);
    return sum;
  };
  r.expect<float>("partial", gpumodel::sum_of<float>(threads), partial, threads);
}
