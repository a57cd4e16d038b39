#include "validate/cases/reference.hpp"
#include "validate/cases/lazily.hpp"

// Where several i have the same ix[i], the value of any of them may stay: what is written must be
// in the range of a, and what no i names must be untouched.
GPUMODEL_REFERENCE("scatter", r) {
  constexpr double low = 0.5, high = 1.5;
  r.input<float>("a", low, high);
  const auto ix = r.input<int>("ix");
  const std::int64_t n = r.value("N"), range = r.value("range");
  const auto written = gpumodel::lazily([=] {
    std::vector<bool> of(static_cast<std::size_t>(range));
    for (std::int64_t i = 0; i < n; ++i) of[static_cast<std::size_t>(ix[i])] = true;
    return of;
  });
  r.expect<float>("b", {.absolute = (high - low) / 2},
                  [=](std::int64_t to) -> std::optional<double> {
                    if (!written()[static_cast<std::size_t>(to)]) return std::nullopt;
                    return (low + high) / 2;
                  });
}
