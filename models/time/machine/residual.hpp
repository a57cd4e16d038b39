// How far whole times are off, by what limits them: the interval of a kernel is at least as wide.
#pragma once

#include <string_view>

#include "models/core/constant.hpp"
#include "models/time/machine/demand.hpp"

namespace gpumodel {

// Four of five generated kernels that this leaf limits took between `low` and `high` times the
// prediction; of leaves that limit too few of them, four of five of all. Apart, but where the
// launch as a whole limits, are those whose blocks are of unlike length, or stand for others that
// are, and those of which some rounds of a loop do. Where a part of the kernel was never judged, as
// kernels were that nobody had seen yet.
const Constant& residual_of(std::string_view limiter, const MachineDemand& demand);

}  // namespace gpumodel
