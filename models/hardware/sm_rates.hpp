// Arithmetic rates of one SM, per compute capability.
//
// All rates are results per clock per SM; a fused multiply-add is one result (and two flop). They
// are the programming guide's throughput table (CPG13, CPG12.6, CPG11, CPG10; OCC does not carry
// them); gaps were filled from measured tables (ACCELSIM, XLA, BPG13.4) or derived from the guide's
// fp32:fp64 ratio. A rate that no source gave is absent, not zero. `note` names what was recalled
// rather than read and what the part-dependent exceptions are.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "models/hardware/compute_capability.hpp"

namespace gpumodel {

struct SmRates {
  ComputeCapability capability;
  int schedulers;              // warp instructions issued per clock
  std::optional<double> fp64;  // add, multiply, fused multiply-add
  std::optional<double> fp32;
  std::optional<double> fp16;  // two-way packed where the device packs
  std::optional<double> bf16;
  std::optional<double> int32_add;
  std::optional<double> int32_multiply;    // absent also where one takes several instructions
  std::optional<double> special_function;  // reciprocal, square root, sine, exponential
  std::optional<double> load_store_units;
  std::string_view note;
};

// Every known capability, ascending.
std::span<const SmRates> all_rates();

// The rates of one capability, or nullptr when it is not known.
const SmRates* find_rates(ComputeCapability capability);

}  // namespace gpumodel
