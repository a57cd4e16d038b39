#include "models/time/machine/judged_parts.hpp"

#include <algorithm>
#include <array>

namespace gpumodel {
namespace {

constexpr KernelPart operation(std::string_view group, std::string_view name) {
  return {.kind = KernelPartKind::operation, .group = group, .name = name};
}
constexpr KernelPart load(MemorySpace space, int bytes) {
  return {.kind = KernelPartKind::access, .op = Access::Op::load, .space = space, .number = bytes};
}
constexpr KernelPart store(MemorySpace space, int bytes) {
  return {.kind = KernelPartKind::access, .op = Access::Op::store, .space = space, .number = bytes};
}
constexpr KernelPart reduction(MemorySpace space, std::string_view scalar) {
  return {
      .kind = KernelPartKind::access, .op = Access::Op::reduction, .name = scalar, .space = space};
}
constexpr KernelPart loop(int around) {
  return {.kind = KernelPartKind::loop, .number = around};
}
constexpr KernelPart plain(KernelPartKind kind) {
  return {.kind = kind};
}

constexpr auto rows = [] {
  using enum MemorySpace;
  std::array all = std::to_array<KernelPart>({
      operation("fp16", "add"),
      operation("fp16", "fma"),
      operation("fp16", "mul"),
      operation("fp32", "add"),
      operation("fp32", "compare"),
      operation("fp32", "div"),
      operation("fp32", "exp"),
      operation("fp32", "fma"),
      operation("fp32", "mul"),
      operation("fp32", "rcp"),
      operation("fp32", "rsqrt"),
      operation("fp32", "sin"),
      operation("fp32", "sqrt"),
      operation("fp32", "tanh"),
      operation("fp64", "add"),
      operation("fp64", "div"),
      operation("fp64", "exp"),
      operation("fp64", "fma"),
      operation("fp64", "mul"),
      operation("fp64", "rcp"),
      operation("fp64", "rsqrt"),
      operation("fp64", "sin"),
      operation("fp64", "sqrt"),
      operation("fp64", "tanh"),
      operation("int", "add"),
      operation("int", "mul"),
      operation("", "convert"),
      operation("", "shuffle"),
      load(constant, 4),
      load(constant, 8),
      load(global, 1),
      load(global, 2),
      load(global, 4),
      load(global, 8),
      load(global, 16),
      load(shared, 4),
      load(shared, 8),
      store(global, 1),
      store(global, 2),
      store(global, 4),
      store(global, 8),
      store(global, 16),
      store(shared, 4),
      store(shared, 8),
      reduction(global, "f32"),
      reduction(global, "f64"),
      reduction(global, "i32"),
      reduction(shared, "i32"),
      loop(0),
      loop(1),
      plain(KernelPartKind::barrier),
      plain(KernelPartKind::chance),
  });
  std::ranges::sort(all);
  return all;
}();

}  // namespace

std::span<const KernelPart> judged_parts() {
  return rows;
}

std::vector<PlacedPart> unjudged_parts(const Kernel& kernel) {
  std::vector<PlacedPart> parts = parts_of(kernel);
  std::erase_if(parts,
                [](const PlacedPart& each) { return std::ranges::binary_search(rows, each.part); });
  return parts;
}

}  // namespace gpumodel
