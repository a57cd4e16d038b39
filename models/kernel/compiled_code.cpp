#include "models/kernel/compiled_code.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

void remove_spills(Body& body) {
  std::erase_if(body, [](const Statement& statement) {
    return std::holds_alternative<SpillStatement>(statement.what);
  });
  for (Statement& statement : body) {
    if (auto* loop = std::get_if<Loop>(&statement.what)) remove_spills(loop->body);
    if (auto* branch = std::get_if<Branch>(&statement.what)) {
      remove_spills(branch->then);
      remove_spills(branch->otherwise);
    }
  }
}

bool has_spills(const Body& body) {
  return std::ranges::any_of(body, [](const Statement& statement) {
    if (const auto* loop = std::get_if<Loop>(&statement.what)) return has_spills(loop->body);
    if (const auto* branch = std::get_if<Branch>(&statement.what)) {
      return has_spills(branch->then) || has_spills(branch->otherwise);
    }
    return std::holds_alternative<SpillStatement>(statement.what);
  });
}

void apply_spills(const KernelResources& resources, ThreadProgram& thread) {
  if (!resources.spill_loads || !resources.spill_stores) return;
  if (*resources.spill_loads + *resources.spill_stores == 0) {
    remove_spills(thread.body);
  } else if (!has_spills(thread.body)) {
    thread.body.push_back({SpillStatement{constant_formula(*resources.spill_loads),
                                          constant_formula(*resources.spill_stores)}});
  }
}

}  // namespace

void put_compiled(const KernelResources& compiled, Kernel& kernel) {
  if (compiled.registers > 0) {
    kernel.launch->registers_per_thread = constant_formula(compiled.registers);
  }
  if (compiled.static_shared_memory > 0) {
    kernel.launch->shared_memory = constant_formula(compiled.static_shared_memory);
  }
  if (kernel.thread) apply_spills(compiled, *kernel.thread);
}

}  // namespace gpumodel
