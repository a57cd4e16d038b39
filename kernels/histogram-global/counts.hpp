// The answer of every histogram: how many values fall into each bin.
#pragma once

#include "validate/cases/lazily.hpp"
#include "validate/cases/reference.hpp"

namespace gpumodel {

inline void expect_counts(Reference& r) {
  const auto a = r.input<int>("a");
  const std::int64_t n = r.value("N"), bins = r.value("bins");
  if (bins < 1) throw CaseError("bins must be at least 1");
  r.zero("h");
  const auto counts = lazily([=] {
    std::vector<std::int64_t> of_bin(static_cast<std::size_t>(bins));
    for (std::int64_t i = 0; i < n; ++i) ++of_bin[static_cast<std::size_t>(a[i] % bins)];
    return of_bin;
  });
  r.expect<int>("h", {}, [=](std::int64_t bin) {
    return static_cast<double>(counts()[static_cast<std::size_t>(bin)]);
  });
}

}  // namespace gpumodel
