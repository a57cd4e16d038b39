#include "models/kernel/thread/load_registers.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

constexpr double registers_in_use = 4.0;    // coordinates and what the guard left
constexpr double registers_of_loops = 4.0;  // counters, ends and sums
constexpr double registers_of_address = 2.0;
constexpr double usual_registers = 32.0;

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
  double used = registers_in_use + (has_loop(program.body) ? registers_of_loops : 0.0);
  for (const PlacedArray& array : program.arrays) {
    if (array.array->space == MemorySpace::global) used += registers_of_address;
  }
  const double left = (stated ? static_cast<double>(*stated) : usual_registers) - used;
  return std::min(left, program.kernel->thread->load_order.registers.value_or(left));
}

double load_registers(const Access& access) {
  return access.op == Access::Op::load ? access.bytes / 4.0 : 0.0;
}

}  // namespace gpumodel
