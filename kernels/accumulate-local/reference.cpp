#include "validate/cases/tolerances.hpp"

GPUMODEL_REFERENCE("accumulate-local", r) {
  const auto results = r.input<double>("results"), f = r.input<double>("f");
  const std::int64_t iters = r.value("iters");
  const auto sum = [=](std::int64_t i) {
    double v = results[i];
    for (std::int64_t k = 0; k < iters; ++k) v += f[k];
    return v;
  };
  r.expect<double>("results", gpumodel::sum_of<double>(iters), sum, static_cast<double>(iters));
}
