// Fills in what a device file leaves out, from its compute capability and its other numbers.
//
// Two kinds of derived values, both marked `derived` with a note that states the rule:
//   exact     peak.fp64 = sms x lanes.fp64 x 2 flop x clock (factor as uncertain as its operands);
//             of a CPU also core.fp64 = peak.fp64 / cores, wider by what the clock does
//   default   a table of usual values per compute capability (usual_values/*.yaml), each row with
//             its source and a factor of uncertainty that widens the interval of the answer
// Values the file states, and values it declares `unknown`, are left alone.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "models/hardware/device.hpp"

namespace gpumodel {

// One usual value: key = value, or key = value * (another key of the same device). A curve has it
// everywhere. No two rows of a key hold for one compute capability.
struct DefaultRule {
  std::string_view key;
  ComputeCapability first, last;  // inclusive; CPUs use {0, 0} to {0, 0}
  double value;                   // SI, or the ratio to the value of `of`
  Dim dim;                        // of `value`
  std::string_view of;            // empty: `value` is absolute
  double factor;                  // the true value lies in [value / factor, value * factor]
  std::string_view source;        // which data the row rests on
};

std::span<const DefaultRule> gpu_default_rules();
std::span<const DefaultRule> cpu_default_rules();

void derive_missing(Gpu& gpu);
void derive_missing(Cpu& cpu);

// A number the file neither states nor declares unknown.
bool is_missing(const SourcedValue& value);
// Fills in a value that is marked as derived.
void derive(SourcedValue& value, double si, double factor, std::string note);

}  // namespace gpumodel
