// The answer of every version of the LFRic matrix-vector product.
#pragma once

#include "validate/cases/tolerances.hpp"

namespace gpumodel {

// Adds to lhs for the cells that `works_on(cell)`. The descriptors give every cell columns of its
// own: pair number cell * ndf1 + df has the layers from pair * nlayers on.
template <class WorksOn>
void expect_lma(Reference& r, WorksOn works_on) {
  const auto matrix = r.input<double>("matrix"), x = r.input<double>("x");
  const auto lhs = r.input<double>("lhs");
  const auto map1 = r.input<int>("map1"), map2 = r.input<int>("map2");
  const std::int64_t nlayers = r.value("nlayers"), ndf1 = r.value("ndf1"), ndf2 = r.value("ndf2");
  const auto updated = [=](std::int64_t i) -> std::optional<double> {
    const std::int64_t pair = i / nlayers, k = i - map1[pair];
    const std::int64_t df = pair % ndf1, cell = pair / ndf1;
    if (!works_on(cell)) return std::nullopt;
    double sum = 0;
    for (std::int64_t df2 = 0; df2 < ndf2; ++df2)
      sum +=
          matrix[df + ndf1 * (df2 + ndf2 * (cell * nlayers + k))] * x[map2[cell * ndf2 + df2] + k];
    return lhs[i] + sum;
  };
  r.expect<double>("lhs", sum_of<double>(ndf2), updated, static_cast<double>(ndf2));
}

// For the cells of one colour: every `colours`-th one.
inline void expect_lma_of_colour(Reference& r) {
  const std::int64_t colours = r.value("colours"), colour = r.value("colour");
  const std::int64_t per_colour = r.value("per_colour"), cells = r.value("ncells");
  if (colour < 0 || colour >= colours) throw CaseError("colour must be from 0 to colours - 1");
  if (per_colour > cells / colours) throw CaseError("per_colour is more than ncells / colours");
  r.input<int>("cmap");
  expect_lma(r, [=](std::int64_t cell) {
    return cell % colours == colour && cell / colours < per_colour;
  });
}

}  // namespace gpumodel
