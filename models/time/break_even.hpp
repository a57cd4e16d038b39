// The problem size from which offloading pays, or stops paying: of one use, copies included.
//
// Counts may be any expressions, so the size is searched for. The times of offload and host are
// evaluated at powers of 16 of one parameter, everything else kept, from the smallest power of two
// that has a value to the largest whose data fits the device, and at the size that was asked about.
// Where the verdicts of two neighbours differ, the size in between is found by interpolation, in
// logarithms, until the two sides are a thousandth (or one) apart; for the ends of the interval, a
// sixty-fourth. Sizes without a value (overflow, a grid too large) are passed over; where a kernel
// wants multiples of a number, the sides are as near as they come. The analysis of
// accesses has a small part of the work for each size (work_limit.hpp) but the one that was asked
// about. Limits: a verdict that changes twice between neighbours is not seen, and nothing is
// said beyond the sizes that were evaluated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/time/predict.hpp"

namespace gpumodel {

inline constexpr std::int64_t largest_break_even_size = std::int64_t{1} << 40;

// The first change of a verdict.
struct SizeChange {
  bool pays_at_smallest = false;
  std::optional<std::int64_t> at;  // the first evaluated with the other verdict
  std::int64_t holds_to = 0;       // the largest size evaluated until it changes again
};

// Why no larger sizes were evaluated.
enum class SizesEnd { memory, value, search };

struct BreakEven {
  SizeChange expected;
  SizeChange at_best, at_worst;  // every number of its interval for offloading, or against it
  std::int64_t smallest = 0, largest = 0;  // evaluated
  std::size_t evaluated = 0;
  SizesEnd end = SizesEnd::search;
  std::string reason{};  // of SizesEnd::value: what is wrong with the next power of two
};

// `prediction` answers `question`, whose host must be set. `parameter` indexes the kernel's
// parameters; `overrides` as in evaluate_parameters(). Nothing where no size has a value.
std::optional<BreakEven> find_break_even(const Model& model, const Question& question,
                                         const Prediction& prediction, std::size_t parameter,
                                         std::span<const std::optional<Number>> overrides);

// The parameter that stands for the problem size: the first that the number of work items depends
// on; nothing for kernels of fixed size.
std::optional<std::size_t> size_parameter(const Kernel& kernel);

// The largest value of a parameter with which a kernel fits so much memory, everything else kept;
// at most largest_break_even_size. Nothing where not even 1 does. Kernels are taken to grow with
// the parameter.
std::optional<std::int64_t> largest_that_fits(const Kernel& kernel, std::size_t parameter,
                                              std::span<const std::optional<Number>> overrides,
                                              Bytes memory);

}  // namespace gpumodel
