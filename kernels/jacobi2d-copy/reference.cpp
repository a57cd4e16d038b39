#include "validate/cases/reference.hpp"

GPUMODEL_REFERENCE("jacobi2d-copy", r) {
  const auto u_new = r.input<double>("Unew");
  const std::int64_t n = r.value("n"), m = r.value("m");
  r.expect<double>("U", {}, [=](std::int64_t point) -> std::optional<double> {
    const std::int64_t i = point / m, j = point % m;
    if (i == 0 || i == n - 1 || j == 0 || j == m - 1) return std::nullopt;
    return u_new[point];
  });
}
