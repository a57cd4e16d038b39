#include "models/timeline/program/crossing.hpp"

#include <algorithm>
#include <limits>

#include "models/kernel/thread/block_runner.hpp"
#include "models/kernel/workload.hpp"

namespace gpumodel {
namespace {

// The addresses of an array that some blocks use, and the access that uses the last.
struct Reach {
  std::int64_t low = std::numeric_limits<std::int64_t>::max();
  std::int64_t high = std::numeric_limits<std::int64_t>::min();
  const Access* highest = nullptr;

  void add(std::int64_t first, std::int64_t last, const Access& access) {
    low = std::min(low, first);
    if (last <= high) return;
    high = last;
    highest = &access;
  }
};

// Rounds that are not run move the addresses of those that are.
class ReachSink : public BlockSink {
 public:
  ReachSink(const PreparedProgram& program, std::size_t arrays)
      : program_(program), reaches_(arrays) {}

  std::vector<Reach> take() { return std::move(reaches_); }

  void access(std::size_t number, int /*warp*/, const WarpLanes& lanes) override {
    const PreparedAccess& access = program_.accesses[number];
    if (lanes.active == 0) return;
    std::int64_t before = 0, behind = 0;
    for (const RoundGroup& group : groups_) {
      const std::optional<std::int64_t> stride = group.loop->stride[number];
      const std::int64_t moved = stride.value_or(0) * group.rounds * (group.repeats - 1);
      (moved < 0 ? before : behind) += moved;
    }
    for (int lane = 0; lane < lanes_per_warp; ++lane) {
      if (!lanes.is_active(lane)) continue;
      const std::int64_t first = lanes.address[static_cast<std::size_t>(lane)];
      reaches_[access.access->array].add(first + before, first + behind, *access.access);
    }
  }
  void begin_group(const RoundGroup& group) override { groups_.push_back(group); }
  void end_group() override { groups_.pop_back(); }

 private:
  const PreparedProgram& program_;
  std::vector<RoundGroup> groups_;
  std::vector<Reach> reaches_;  // by array
};

std::vector<Reach> reach_of(const PreparedProgram& program, std::size_t arrays,
                            const BlockIndex& first, const BlockIndex& last) {
  ReachSink sink(program, arrays);
  BlockRunner runner(program);
  const auto warps = static_cast<std::size_t>(program.shape.warps_per_block());
  for (const BlockIndex& block : {first, last}) {
    runner.run_warp(block, 0, sink);
    if (warps > 1) runner.run_warp(block, warps - 1, sink);
  }
  return sink.take();
}

}  // namespace

std::vector<const Access*> crossing_accesses(const Kernel& kernel, std::span<const Number> values) {
  if (!kernel.thread || !kernel.launch) return {};
  const LaunchShape shape = launch_shape(kernel, values);
  std::size_t axis = 2;  // the slowest that has two blocks
  while (axis > 0 && shape.grid[axis] < 2) --axis;
  if (shape.grid[axis] < 2) return {};
  const PreparedProgram program = prepare(kernel, values, shape);
  BlockIndex end = {shape.grid[0] - 1, shape.grid[1] - 1, shape.grid[2] - 1};
  BlockIndex before_cut{}, behind_cut{};
  std::vector<Reach> upper;
  do {  // the last blocks may be idle: OpenACC's compilers launch as many as they please
    end[axis] = behind_cut[axis] > 0 ? behind_cut[axis] - 1 : end[axis];
    if (end[axis] == 0) return {};
    behind_cut[axis] = (end[axis] + 1) / 2;
    before_cut = end;
    before_cut[axis] = behind_cut[axis] - 1;
    upper = reach_of(program, kernel.arrays.size(), behind_cut, end);
  } while (std::ranges::all_of(upper, [](const Reach& r) { return r.highest == nullptr; }));
  const std::vector<Reach> lower = reach_of(program, kernel.arrays.size(), {}, before_cut);
  std::vector<const Access*> all;
  for (std::size_t array = 0; array < kernel.arrays.size(); ++array) {
    const bool copied = std::ranges::find(kernel.to_device, array) != kernel.to_device.end() ||
                        std::ranges::find(kernel.to_host, array) != kernel.to_host.end();
    if (copied && lower[array].high >= upper[array].low) all.push_back(lower[array].highest);
  }
  return all;
}

}  // namespace gpumodel
