#include "models/kernel/thread/load_registers.hpp"

#include <algorithm>

#include "models/core/constants.hpp"

namespace gpumodel {
namespace {

// Fully unrolled loops are straight code.
bool has_loop(const PreparedBody& body) {
  return any_statement(body, [](const PreparedStatement& statement) {
    const auto* loop = std::get_if<PreparedLoop>(&statement.what);
    return loop != nullptr && loop->loop->unroll != 0;
  });
}

}  // namespace

double free_registers(const PreparedProgram& program) {
  const std::optional<std::int64_t>& stated = program.shape.registers_per_thread;
  double used = constants::registers_in_use.value +
                (has_loop(program.body) ? constants::registers_of_loops.value : 0.0);
  for (const PlacedArray& array : program.arrays) {
    if (array.array->space == MemorySpace::global) used += constants::registers_of_address.value;
  }
  const double left =
      (stated ? static_cast<double>(*stated) : constants::usual_registers.value) - used;
  return std::min(left, program.kernel->thread->load_order.registers.value_or(left));
}

double load_registers(const Access& access) {
  return access.op == Access::Op::load ? access.bytes / constants::register_bytes.value : 0.0;
}

}  // namespace gpumodel
