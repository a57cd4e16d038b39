// What hardware counters of a point say about the inputs of the machine model.
//
// Inputs are amounts, never times: replacing them by what was counted leaves the model's equations
// alone. Counters are those of a replayed launch, the clock is that of the timed ones.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "models/time/machine/demand.hpp"
#include "models/validation/counter_checks.hpp"

namespace gpumodel {

enum class CountedInput { dram, l2, l1, instructions, occupancy, clock };
inline constexpr std::array<CountedInput, 6> all_counted_inputs = {
    CountedInput::dram,         CountedInput::l2,        CountedInput::l1,
    CountedInput::instructions, CountedInput::occupancy, CountedInput::clock};
std::string_view to_string(CountedInput input);  // "dram"
std::string_view title_of(CountedInput input);   // "DRAM bytes"

struct MachineInputs {
  MachineDemand demand;
  Gpu gpu;
};

// `checks` are those of the point. False, and nothing is changed, where the point does not tell:
//   dram          bytes read and written, where they differ by more than others move meanwhile
//   l2            sectors read and written; the share that misses L1. Not atomics
//   l1            wavefronts, as a factor: what one costs is the model's. Not with shared atomics
//   instructions  of warps: all, and those of each pipe whose rate is known for the device
//   occupancy     blocks per SM, by registers and shared memory as compiled
//   clock         the median during the timed launches
bool put_counted(CountedInput input, const Point& point, std::span<const CounterCheck> checks,
                 MachineInputs& inputs);

}  // namespace gpumodel
