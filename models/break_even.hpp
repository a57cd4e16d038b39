// The problem size from which offloading pays, or stops paying.
//
// Offload and host times are compared at powers of two of one parameter, everything else kept, and
// the first change of the verdict is narrowed to the exact size by bisection. Sizes at which an
// expression has no value (overflow, a grid too large) are passed over. A verdict that changes
// twice within one doubling is not seen.
#pragma once

#include <cstdint>
#include <optional>

#include "models/predict.hpp"

namespace gpumodel {

inline constexpr std::int64_t largest_break_even_size = std::int64_t{1} << 40;

struct BreakEven {
  bool pays_at_smallest = false;       // size 1, or the smallest with a value
  std::optional<std::int64_t> change;  // the first size with the other verdict
};

// `question.host` must be set. `parameter` indexes the kernel's parameters; `overrides` as in
// evaluate_parameters().
BreakEven find_break_even(const Model& model, const Question& question, std::size_t parameter,
                          std::span<const std::optional<Number>> overrides);

// The parameter that stands for the problem size: the first that the number of work items depends
// on; nothing for kernels of fixed size.
std::optional<std::size_t> size_parameter(const Kernel& kernel);

}  // namespace gpumodel
