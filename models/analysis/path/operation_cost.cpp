#include "models/analysis/path/operation_cost.hpp"

#include <algorithm>
#include <string>

#include "models/access/lanes.hpp"
#include "models/core/constants.hpp"
#include "models/kernel/compiler/expansion.hpp"

namespace gpumodel {
namespace {

std::string machine_name(const OperationName& operation) {
  if (operation.operation == Operation::conversion && operation.group.empty())
    return "convert_i32_f32";
  if (operation.group.empty()) return std::string(operation.name);
  return std::string(operation.group) + "_" + std::string(operation.name);
}

const OperationCost* measured(const OperationName& operation, const Gpu& gpu) {
  const auto known = find_machine_operation(machine_name(operation));
  return known ? &gpu.machine.operations[*known] : nullptr;
}

double latency_of(const Gpu& gpu, MachineOperation operation) {
  const Sourced<Cycles>& latency = gpu.machine.operations[operation].latency;
  return latency.is_known() ? latency.si : constants::usual_latency.value;
}

// One after the other, each as slow as an addition of its type.
double chained(const Expansion& expansion, OperationClass klass, const Gpu& gpu) {
  const bool fp64 = klass == OperationClass::fp64;
  const double own =
      latency_of(gpu, fp64 ? MachineOperation::fp64_fma : MachineOperation::fp32_fma);
  const double other = latency_of(gpu, MachineOperation::int_add);
  return own * expansion.own() + other * (expansion.instructions() - expansion.own());
}

}  // namespace

OperationStep operation_step(const OperationName& operation, const Gpu& gpu) {
  const OperationCost* cost = measured(operation, gpu);
  const Expansion expansion =
      expansion_of(operation.klass, operation.operation, gpu.compute_capability);
  OperationStep step{chained(expansion, operation.klass, gpu), expansion.instructions(),
                     expansion.branches()};
  if (cost != nullptr && cost->latency.is_known()) step.latency = cost->latency.si;
  if (cost != nullptr && cost->throughput.is_known()) {
    step.interval = constants::schedulers.value * lanes_per_warp / cost->throughput.si;
    if (operation.klass == OperationClass::tensor) step.interval /= 2.0;  // of a multiply-add
  }
  return step;
}

}  // namespace gpumodel
