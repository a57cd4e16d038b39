#include "models/hardware/derive_operations.hpp"

#include <array>
#include <optional>

#include "models/core/constants.hpp"
#include "models/hardware/derive.hpp"
#include "models/hardware/sm_rates.hpp"

namespace gpumodel {
namespace {

using enum MachineOperation;

// Chains of independent operations reach nearly the rate of the table: 0.945 of it in FP32 and
// 0.995 in FP64 on an H200.
constexpr double reached = 1.08;

void derive_rate(Gpu& gpu, MachineOperation operation, double rate, double factor,
                 std::string note) {
  Sourced<Count>& throughput = gpu.machine.operations[operation].throughput;
  if (is_missing(throughput)) derive(throughput, rate, factor, std::move(note));
}

void derive_from_lanes(Gpu& gpu, const Sourced<Count>& lanes,
                       std::array<MachineOperation, 3> operations) {
  if (!lanes.is_known()) return;
  for (const MachineOperation operation : operations) {
    derive_rate(gpu, operation, lanes.si, lanes.source.factor * reached,
                lanes.source.key + ": every lane one result per cycle");
  }
}

void derive_from_table(Gpu& gpu, const std::optional<double>& rate, double factor,
                       std::initializer_list<MachineOperation> operations) {
  if (!rate) return;
  for (const MachineOperation operation : operations) {
    derive_rate(gpu, operation, *rate, factor,
                "throughput table of compute capability " + to_string(gpu.compute_capability));
  }
}

void derive_rates(Gpu& gpu) {
  derive_from_lanes(gpu, gpu.fp64_lanes, {fp64_add, fp64_mul, fp64_fma});
  derive_from_lanes(gpu, gpu.fp32_lanes, {fp32_add, fp32_mul, fp32_fma});
  derive_from_lanes(gpu, gpu.fp16_lanes, {fp16_add, fp16_mul, fp16_fma});
  const SmRates* rates = find_rates(gpu.compute_capability);
  if (rates == nullptr) return;
  derive_from_table(gpu, rates->int32_add, 1.1, {int_add, int_logic});
  // Other units of the same width on most devices, half of it on some.
  derive_from_table(gpu, rates->int32_add, 2.0, {int_shift, int_compare, fp32_compare});
  derive_from_table(gpu, rates->int32_multiply, 1.1, {int_mul});
  derive_from_table(gpu, rates->special_function, 1.1,
                    {special_rcp, special_rsqrt, special_ex2, special_lg2, special_sin});
  derive_from_table(gpu, rates->special_function, 2.0,
                    {int_popc, convert_f32_i32, convert_f32_f64, convert_f64_f32, convert_i32_f64,
                     convert_f64_i32});
  derive_from_table(gpu, rates->load_store_units, 1.5, {shuffle});
  if (is_missing(gpu.machine.issue)) {
    derive(gpu.machine.issue, rates->schedulers, reached,
           "schedulers of compute capability " + to_string(gpu.compute_capability));
  }
}

// Dependent arithmetic since Volta; usual_values/gpu.yaml has that of older devices, and of FP64.
void derive_latencies(Gpu& gpu) {
  if (gpu.compute_capability < ComputeCapability{7, 0}) return;
  for (const MachineOperation operation :
       {fp32_add, fp32_mul, fp32_fma, int_add, int_mul, int_logic, int_shift}) {
    Sourced<Cycles>& latency = gpu.machine.operations[operation].latency;
    if (is_missing(latency)) {
      derive(latency, constants::usual_latency.value, 1.4,
             "H200: 5.0 with the instructions of the loop");
    }
  }
}

}  // namespace

void derive_operations(Gpu& gpu) {
  derive_rates(gpu);
  derive_latencies(gpu);
}

}  // namespace gpumodel
