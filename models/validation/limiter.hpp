// Which part of the GPU the counters show at its limit, and whether a prediction names it.
#pragma once

#include <optional>
#include <string_view>

#include "models/device.hpp"
#include "models/validation/record.hpp"

namespace gpumodel {

// Parts whose work counters tell, as a set of bits.
using Parts = unsigned;
namespace part {
inline constexpr Parts dram = 1, l2 = 2, l1 = 4, fp64 = 8, fp32 = 16, fp16 = 32, issue = 64;
// None of them is busy: the time goes to launch, latency, too few blocks.
inline constexpr Parts none = 128;
}  // namespace part

// The busiest part during the launch, and those within a tenth of it: work counted, over what the
// device does in the time measured. `part::none` where even that is less than 60 % busy; nothing
// where the point has no counters to tell.
std::optional<Parts> busiest_parts(const Point& point, const Gpu& gpu);

// The parts that a term of a prediction stands for; nothing for terms that are not known here.
std::optional<Parts> parts_of_term(std::string_view term);

// Whether the limiting term names one of the busiest parts; nothing where that cannot be judged.
std::optional<bool> limiter_agrees(std::string_view term, const Point& point, const Gpu& gpu);

}  // namespace gpumodel
