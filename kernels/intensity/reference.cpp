#include "kernels/intensity/constants.hpp"
#include "validate/cases/tolerances.hpp"

GPUMODEL_REFERENCE("intensity", r) {
  const auto a = r.input<float>("a");
  const std::int64_t iters = r.value("iters");
  const auto rounds = [=](std::int64_t i) {
    double v = static_cast<double>(a[i]);
    for (std::int64_t k = 0; k < iters; ++k)
      v = v * static_cast<double>(gpumodel::intensity::factor) +
          static_cast<double>(gpumodel::intensity::summand);
    return v;
  };
  // A product and a sum are rounded in every round, or both at once.
  r.expect<float>("b", gpumodel::sum_of<float>(2 * iters), rounds, static_cast<double>(iters));
}
