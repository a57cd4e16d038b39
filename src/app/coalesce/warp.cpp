#include "src/app/coalesce/warp.hpp"

#include "models/kernel/thread/block_runner.hpp"

namespace gpumodel {
namespace {

// Offsets of an array count from the aligned address in front of it.
constexpr std::int64_t alignment = 4096;

class FirstExecutions : public BlockSink {
 public:
  FirstExecutions(std::size_t warps, std::size_t accesses)
      : lanes_(warps, std::vector<WarpLanes>(accesses)) {}

  void access(std::size_t access, int warp, const WarpLanes& lanes) override {
    WarpLanes& first = lanes_[static_cast<std::size_t>(warp)][access];
    if (first.active == 0) first = lanes;
  }

  std::vector<std::vector<WarpLanes>> take() { return std::move(lanes_); }

 private:
  std::vector<std::vector<WarpLanes>> lanes_;
};

}  // namespace

BlockAddresses addresses_of(const Kernel& kernel, std::span<const Number> values,
                            const LaunchShape& shape, const BlockIndex& block, double work) {
  const PreparedProgram program = prepare(kernel, values, shape, work);
  FirstExecutions first(static_cast<std::size_t>(shape.warps_per_block()), program.accesses.size());
  BlockRunner(program).run(block, first);
  BlockAddresses result{first.take(), {}};
  for (const PreparedAccess& access : program.accesses) {
    const bool shared = access.array->array->space == MemorySpace::shared;
    const std::int64_t base = access.array->base;
    result.origin.push_back(shared ? base : base - base % alignment);
  }
  return result;
}

std::vector<CoalesceAccess> accesses_of_warp(const Kernel& kernel, const BlockAddresses& addresses,
                                             std::size_t warp, const MemoryRules& rules) {
  std::vector<CoalesceAccess> result;
  for (std::size_t i = 0; i < kernel.thread->accesses.size(); ++i) {
    const Access& access = kernel.thread->accesses[i];
    const Array& array = kernel.arrays[access.array];
    WarpLanes lanes = addresses.lanes[warp][i];
    lanes.bytes = access.bytes;  // also where it is not executed
    result.push_back({.name = access.expression.text,
                      .op = to_string(access.op),
                      .store = access.op != Access::Op::load,
                      .space = array.space,
                      .path = array.path,
                      .origin = addresses.origin[i],
                      .lanes = lanes,
                      .global = global_access(lanes, rules),
                      .shared = shared_access(lanes, rules),
                      .own_array = {}});
  }
  return result;
}

}  // namespace gpumodel
