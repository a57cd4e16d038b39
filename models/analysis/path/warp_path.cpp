#include "models/analysis/path/warp_path.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "models/access/global_access.hpp"
#include "models/analysis/path/address_depth.hpp"
#include "models/analysis/path/operation_cost.hpp"
#include "models/core/constants.hpp"
#include "models/kernel/thread/block_runner.hpp"
#include "models/kernel/thread/load_registers.hpp"

namespace gpumodel {
namespace {

// Evenly over the grid; more where values are drawn, for these may be far from their mean.
constexpr std::int64_t sampled_blocks = 4, sampled_draws = 64;

constexpr double share_of_work = 0.25;  // that an analysis may take; its traffic has all of it

// What a warp does between two points that nothing is moved over.
struct Window {
  std::vector<double> loads, shared_loads;  // by depth of their addresses
  double atomics = 0.0, shared_atomics = 0.0, spills = 0.0;
  double registers = 0.0;                    // that the loads fill
  double operations = 0.0;                   // cycles, one after the other
  double copies = 0.0;                       // of an unrolled body
  double last_statement = 0.0;               // cycles
  bool loads_in_copy = false, fresh = true;  // fresh: every copy so far began with loads of its own
  double guards = 0.0;                       // predicates over loads
  bool guarded_stores = false;
  bool empty = true;

  // Loads under more guards than there are predicates wait for the stores of the guards before.
  double turns() const {
    return guarded_stores ? std::ceil(guards / constants::predicates.value) : 1.0;
  }
  // Copies that load data of their own meet only in their last statement, a sum.
  double chain() const {
    if (copies <= 1.0 || !fresh) return operations;
    return operations / copies + (copies - 1.0) * last_statement;
  }
};

void count_at(std::vector<double>& by_depth, int depth) {
  const auto at = static_cast<std::size_t>(depth);
  if (by_depth.size() <= at) by_depth.resize(at + 1, 0.0);
  by_depth[at] += 1.0;
}

// What each operation costs, looked up once: a program executes few kinds very often.
class OperationSteps {
 public:
  explicit OperationSteps(const Gpu& gpu) : gpu_(gpu) {}
  const OperationStep& operator[](const OperationName& operation) {
    const auto [found, fresh] = known_.try_emplace({operation.klass, operation.operation});
    if (fresh) found->second = operation_step(operation, gpu_);
    return found->second;
  }

 private:
  const Gpu& gpu_;
  std::map<std::pair<OperationClass, Operation>, OperationStep> known_;
};

class PathSink : public BlockSink {
 public:
  PathSink(const PreparedProgram& program, const MemoryRules* rules, const std::vector<int>& depths,
           OperationSteps& steps)
      : program_(program),
        order_(program.kernel->thread->load_order),
        rules_(rules),
        depths_(depths),
        steps_(steps) {
    registers_ = free_registers(program);
    division_ = steps_[*find_operation("int", "div")].latency;
  }

  void weight(double times) override {
    if (times != times_) close();
    copies_ = 0;
    times_ = times;
  }
  void access(std::size_t number, int, const WarpLanes& lanes) override {
    const Access& access = *program_.accesses[number].access;
    const MemorySpace space = program_.accesses[number].array->array->space;
    if (space == MemorySpace::constant) return;
    const bool shared = space == MemorySpace::shared;
    window_.empty = false;
    for (Guard& guard : guards_) guard.instructions += constants::instructions_of_access.value;
    if (space == MemorySpace::global) path_.operations = path_.operations + passing(lanes);
    if (access.op == Access::Op::atomic) {
      (shared ? window_.shared_atomics : window_.atomics) += 1.0;
    } else if (access.op == Access::Op::load) {
      count_at(shared ? window_.shared_loads : window_.loads, depths_[number]);
      window_.registers += load_registers(access);
      window_.loads_in_copy = true;
      if (!guards_.empty()) guards_.back().loads = true;
    } else {
      window_.guarded_stores = window_.guarded_stores || !guards_.empty();
      if (!order_.before_stores) close();
    }
  }
  void operation(const OperationName& operation, double count, int) override {
    if (count <= 0.0) return;
    const OperationStep& step = steps_[operation];
    for (Guard& guard : guards_) guard.instructions += count * step.interval;
    window_.last_statement = std::max(step.latency, count * step.interval);
    window_.operations += window_.last_statement;
    window_.empty = false;
  }
  void spill(std::int64_t load_bytes, std::int64_t, int) override {
    if (load_bytes > 0) window_.spills += 1.0;
    window_.empty = false;
  }
  void begin_guarded() override { guards_.emplace_back(); }
  void end_guarded() override {
    const Guard guard = guards_.back();
    guards_.pop_back();
    if (guard.instructions > constants::most_predicated_of_path.value) {
      close();
    } else if (guard.loads) {
      window_.guards += 1.0;
    }
  }
  void barrier(int) override {
    close();
    path_.barriers += times_;
  }
  void added(const AddedCode& code) override {
    close();
    path_.argument_waits += times_ * code.l1_waits;
    path_.shared_phases += times_ * code.shared_waits;
    path_.barriers += times_ * code.barriers;
    path_.operations =
        path_.operations + Cycles{times_ * (code.divisions * division_ +
                                            constants::cycles_of_added.value * code.instructions)};
  }
  // From one jump to the next all copies of the body are alike: one of them is looked at.
  void arithmetic(const PreparedLoop& loop, std::int64_t rounds, int lanes) override {
    const std::int64_t copies = loop.loop->unroll;
    const std::int64_t up_to_jump = std::max<std::int64_t>(1, copies - copies_);
    if (rounds < up_to_jump + 2 * copies) return tell_rounds(loop, rounds, lanes);
    tell_rounds(loop, up_to_jump, lanes);
    const std::int64_t alike = (rounds - up_to_jump) / copies;
    const auto times = static_cast<double>(alike);
    const std::vector<Guard> guards = guards_;
    WarpPath before = std::exchange(path_, {});
    tell_rounds(loop, copies, lanes);
    before.add(path_, times);
    path_ = before;
    for (std::size_t i = 0; i < guards_.size(); ++i) {
      double& instructions = guards_[i].instructions;
      instructions = std::lerp(guards[i].instructions, instructions, times);
    }
    tell_rounds(loop, (rounds - up_to_jump) % copies, lanes);
  }
  void round(const Loop& loop) override {
    window_.copies += 1.0;
    window_.fresh = window_.fresh && window_.loads_in_copy;
    window_.loads_in_copy = false;
    const bool full = loop.unroll == 0;
    const bool last = !full && ++copies_ >= loop.unroll;
    const double next = window_.registers / window_.copies;
    // The counter and the jump go on in the shadow of the last operation.
    constexpr double cycles_of_jump = constants::cycles_of_jump.value;
    const double shadow = std::min(cycles_of_jump, window_.last_statement);
    if (last || window_.registers + next > registers_) close();
    if (!last) return;
    copies_ = 0;
    path_.jumps = path_.jumps + Cycles{times_ * (cycles_of_jump - shadow)};
  }
  WarpPath take() {
    close();
    return path_;
  }

 private:
  // A load or store whose lanes are far apart holds up the warp's next one, and its last lane comes
  // as much later than the first.
  Cycles passing(const WarpLanes& lanes) const {
    if (rules_ == nullptr) return {};
    const double wavefronts = global_access(lanes, *rules_).wavefronts.value_or(1);
    return Cycles{times_ * std::max(0.0, wavefronts - 1.0)};
  }

  void close() {
    if (window_.empty) {
      window_ = {};
      return;
    }
    path_.load_phases += times_ * std::max(1.0, window_.turns()) * phases(window_.loads);
    for (const double count : window_.loads) path_.loads += times_ * count;
    path_.shared_phases += times_ * phases(window_.shared_loads);
    path_.atomic_phases += times_ * window_.atomics;
    path_.shared_atomic_phases += times_ * window_.shared_atomics;
    path_.spill_phases += times_ * std::min(1.0, window_.spills);
    path_.operations = path_.operations + Cycles{times_ * window_.chain()};
    window_ = {};
  }
  // Loads of one depth wait once.
  static double phases(const std::vector<double>& by_depth) {
    return static_cast<double>(
        std::ranges::count_if(by_depth, [](double count) { return count > 0.0; }));
  }

  struct Guard {
    double instructions = 0.0;
    bool loads = false;
  };

  const PreparedProgram& program_;
  const LoadOrder& order_;
  const MemoryRules* rules_;
  const std::vector<int>& depths_;
  OperationSteps& steps_;
  WarpPath path_;
  Window window_;
  std::vector<Guard> guards_;  // that are open
  double times_ = 1.0;
  double registers_;  // for loaded values
  double division_;   // cycles
  std::int64_t copies_ = 0;
};

// Of the blocks at work: evenly over the grid where all are, else over the kinds of them.
BlockIndex sampled_block(const LaunchShape& shape, const WorkingBlocks& working, std::int64_t i,
                         std::int64_t samples) {
  const BlockExtents& grid = shape.grid;
  if (working.count > 0.0 && working.count < shape.blocks()) {
    double left = working.count * static_cast<double>(2 * i + 1) / static_cast<double>(2 * samples);
    for (const WorkingBlocks::Kind& kind : working.kinds) {
      left -= kind.weight;
      if (left < 0.0) return kind.block;
    }
  }
  BlockIndex block{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    block[axis] = (2 * i + 1) * grid[axis] / (2 * samples);
  }
  return block;
}

}  // namespace

void WarpPath::add(const WarpPath& other, double times) {
  load_phases += times * other.load_phases;
  argument_waits += times * other.argument_waits;
  loads += times * other.loads;
  shared_phases += times * other.shared_phases;
  atomic_phases += times * other.atomic_phases;
  shared_atomic_phases += times * other.shared_atomic_phases;
  spill_phases += times * other.spill_phases;
  barriers += times * other.barriers;
  jumps = jumps + times * other.jumps;
  operations = operations + times * other.operations;
}

WarpPath warp_path(const PreparedProgram& program, const WorkingBlocks& working, const Gpu& gpu) {
  const std::vector<int> depths = address_depths(program);
  OperationSteps steps(gpu);
  BlockRunner runner(program, share_of_work);
  WarpPath sum;
  const std::int64_t samples = program.draws ? sampled_draws : sampled_blocks;
  for (std::int64_t i = 0; i < samples; ++i) {
    PathSink sink(program, find_memory_rules(gpu.compute_capability), depths, steps);
    runner.run_warp(sampled_block(program.shape, working, i, samples), 0, sink);
    if (i == 0) runner.expect(samples - 1);
    sum.add(sink.take(), 1.0 / static_cast<double>(samples));
  }
  return sum;
}

}  // namespace gpumodel
