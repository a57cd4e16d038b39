#include "kernels/nbody/constants.hpp"
#include "validate/cases/tolerances.hpp"

// Scalars 4 k to 4 k + 3 are x, y, z and mass of body k, or the three parts of its acceleration
// and 0. Forces cancel: the tolerance is that of a sum of n numbers of about 1, whatever is left.
GPUMODEL_REFERENCE("nbody", r) {
  const auto p = r.input<float>("p");
  const std::int64_t n = r.value("N");
  const auto acceleration = [=](std::int64_t i) {
    const std::int64_t me = i / 4 * 4, axis = i % 4;
    if (axis == 3) return 0.0;
    double sum = 0;
    for (std::int64_t k = 0; k < 4 * n; k += 4) {
      double distance[3];
      double d2 = static_cast<double>(gpumodel::nbody::eps2);
      for (int d = 0; d < 3; ++d) {
        distance[d] = static_cast<double>(p[k + d]) - static_cast<double>(p[me + d]);
        d2 += distance[d] * distance[d];
      }
      sum += distance[axis] * static_cast<double>(p[k + 3]) / (d2 * std::sqrt(d2));
    }
    return sum;
  };
  const double of_terms = gpumodel::sum_of<float>(n).relative;
  r.expect<float>("acc", {of_terms, of_terms * static_cast<double>(n)}, acceleration,
                  10.0 * static_cast<double>(n));
}
