// Executes one block of a thread program and tells sinks what its warps do: what bounds,
// conditions, lanes and values mean is decided here alone, traffic, counts and the path of a warp
// follow from one run.
//
// All warps of the block go through the program statement by statement, side by side; of an
// unrolled loop without barriers each warp runs a few rounds before the next one, as compilers
// hoist the loads of that many. Nothing is computed but indices and conditions. Loops of many
// rounds are not run to the end: where rounds are alike, one period of them stands for the rest,
// with a weight, so that sums over the events are those of all rounds (see rounds_of() in
// block_runner.cpp).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "models/access/lanes.hpp"
#include "models/kernel/thread/lane_contents.hpp"
#include "models/kernel/thread/prepared_program.hpp"

namespace gpumodel {

// Rounds of a loop that stand for others. Between begin and end the sink is told of `rounds`
// consecutive rounds; they repeat `repeats` times in all, each time further by rounds * stride.
struct RoundGroup {
  const PreparedLoop* loop = nullptr;
  std::int64_t rounds = 0;
  std::int64_t repeats = 1;
  std::int64_t before = 0;  // rounds that were run just before
  std::int64_t all = 0;     // of the loop
};

// What is not overridden is not wanted.
class BlockSink {
 public:
  using Masks = std::span<const std::uint32_t>;  // lanes that take part, by warp

  virtual ~BlockSink() = default;
  // How often the events that follow happen. Whole numbers unless rounds were only sampled.
  virtual void weight(double /*times*/) {}
  virtual void access(std::size_t access, int warp, const WarpLanes& lanes) = 0;
  virtual void operation(const PreparedOperation&, double /*count*/, int /*warp*/,
                         int /*active_lanes*/) {}
  virtual void spill(const PreparedSpill&, int /*warp*/, int /*active_lanes*/) {}
  virtual void barrier(Masks) {}
  virtual void added(const AddedCode&, Masks) {}
  // Warps that come to a place of the program (see PreparedLoop), of loops and branches.
  virtual void reached(std::size_t /*site*/, double /*warps*/) {}
  virtual void round(const PreparedLoop&, std::int64_t /*number*/, Masks) {}  // ends
  // Rounds of a loop that counts operations and does nothing else (PreparedLoop::arithmetic), from
  // the `first` on, of one warp with the same lanes in all of them. There can be 2^62.
  virtual void arithmetic(const PreparedLoop& /*loop*/, std::int64_t /*first*/,
                          std::int64_t /*rounds*/, int /*warp*/, int /*active_lanes*/) {}
  // Of one warp: its lanes for which the condition holds, and the others.
  virtual void branch(const PreparedBranch&, int /*warp*/, std::uint32_t /*taken*/,
                      std::uint32_t /*rest*/) {}
  // What is told in between happens under a condition that holds for some lanes.
  virtual void begin_guarded(const PreparedBranch&, Masks) {}
  virtual void end_guarded(const PreparedBranch&, Masks) {}
  virtual void begin_group(const RoundGroup&) {}
  virtual void end_group() {}
};

// An index of an access that lies outside its array, an index that cannot be computed, or the like,
// with the thread that meets it.
struct ThreadFault {
  const Access* access = nullptr;    // null: `formula` is at fault
  const Formula* formula = nullptr;  // of a let, a loop, a condition, a count
  ExpressionError error;             // columns count from the text of the access or formula
  std::array<std::int64_t, 3> thread{}, block{};
};

// Of an index that is not one of the `extent` that its array has.
ExpressionError index_outside(const AccessExpression::Index& index, std::int64_t at,
                              std::int64_t extent);

class BlockRunner {
 public:
  explicit BlockRunner(const PreparedProgram& program);
  ~BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;
  // Throws ThreadFault; FormulaError for contents that have no value.
  void run(const BlockIndex& block, std::span<BlockSink* const> sinks);
  void run(const BlockIndex& block, BlockSink& sink);
  // The same in outline: one round of a loop stands for all of them, and of an access whose values
  // nobody needs only that it happens is told.
  void run_outline(const BlockIndex& block, BlockSink& sink);
  // The same of one of its warps, as if it were alone.
  void run_warp(const BlockIndex& block, std::size_t warp, BlockSink& sink);
  // As many more blocks like the last one, with all that were run for its sake, will be run: what
  // is left of the work is theirs.
  void expect(std::int64_t blocks);
  // Statements of warps in the last run.
  std::int64_t effort() const { return effort_; }
  // The first loop of the last run that was cut short by sampling rounds that are not all alike;
  // null where none was.
  const Loop* sampled() const { return sampled_; }
  // Of such loops: rounds that were run, and those they stand for.
  double rounds_run() const { return rounds_run_; }
  double rounds_meant() const { return rounds_meant_; }
  // The work of all runs, in the unit of work_limit.hpp.
  double work_done() const;

 private:
  using Masks = std::vector<std::uint32_t>;  // by warp: active lanes

  // Masks of nobody, in the place of some that are done with; done() gives that back.
  Masks nobody();
  void done(Masks& masks) { spare_.push_back(std::move(masks)); }
  template <class... Of, class... With>
  void tell(void (BlockSink::*event)(Of...), const With&... with);
  void begin(const BlockIndex& block, std::span<BlockSink* const> sinks);
  void place_block(const BlockIndex& block);
  void run(const PreparedBody& body, const Masks& masks);
  void run_guarded(const PreparedBranch& branch, const PreparedBody& body, const Masks& masks);
  void visit(const PreparedLet& s, const Masks& masks);
  void visit(const PreparedDraw& s, const Masks& masks);
  void visit(const AccessStatement& s, const Masks& masks);
  void visit(const PreparedOperation& s, const Masks& masks);
  void visit(const PreparedSpill& s, const Masks& masks);
  void visit(const Barrier& s, const Masks& masks);
  void visit(const AddedCode& s, const Masks& masks);
  void visit(const PreparedLoop& s, const Masks& masks);
  void visit(const PreparedBranch& s, const Masks& masks);

  struct Rounds;  // of one execution of a loop
  struct Round {
    std::int64_t number = 0;
    std::int64_t end_of_copies = 0;  // from here on rounds are single ones
  };
  void count_rounds(const PreparedLoop& loop, const Masks& masks, Rounds& rounds);
  void run_loop(const PreparedLoop& loop, const Rounds& rounds);
  std::int64_t affordable_rounds(const PreparedLoop& loop, const Masks& masks) const;
  void spend(std::int64_t statements);
  void run_rounds(const PreparedLoop& loop, const Rounds& rounds, std::int64_t first,
                  std::int64_t count);
  void run_arithmetic(const PreparedLoop& loop, const Rounds& rounds);
  void run_round(const PreparedLoop& loop, const Rounds& rounds, std::int64_t round,
                 std::optional<std::size_t> only_warp);
  void access_warp(const PreparedAccess& access, std::size_t number, std::size_t warp,
                   std::uint32_t active);
  int merged_here(const PreparedAccess& access) const;
  void bind_values(const PreparedAccess& access, std::size_t warp, std::uint32_t active);
  void evaluate(const LaneExpression& expression, const Formula& formula, std::size_t warp,
                std::uint32_t active, LaneVector& result);
  Number evaluate_count(const Formula& formula, std::size_t warp, int lane);
  std::array<std::int64_t, 3> thread_of(std::size_t warp, int lane) const;
  std::int64_t thread_number(std::size_t warp, int lane) const;
  std::uint64_t draw_bits(const PreparedDraw& draw, std::size_t warp, int lane,
                          std::uint64_t times) const;

  const PreparedProgram& program_;
  std::vector<std::vector<LaneVector>> slots_;  // by warp
  Masks all_;                                   // lanes that exist
  std::vector<std::array<LaneVector, 3>> thread_;
  std::vector<Number> numbers_;  // scratch: parameters, block extents, then one warp's values
  std::vector<LaneVector> index_scratch_;
  std::vector<const LaneVector*> indices_;  // of the latest access
  struct {
    std::uint32_t active = 0;
    std::array<std::uint64_t, lanes_per_warp> bits{};  // all of lanes that do
  } taking_part_;                                      // in the latest access
  std::vector<std::unique_ptr<Rounds>> rounds_;        // of the loops around, the innermost last
  std::vector<Masks> spare_;
  std::size_t depth_ = 0;
  Round round_;  // of the innermost loop
  BlockIndex block_{};
  std::int64_t linear_block_ = 0;
  std::unordered_map<std::int64_t, std::uint64_t> ranks_;  // of blocks with draws, as they came
  std::uint64_t rank_ = 0;
  std::uint64_t visits_ = 0;                       // of branches with a probability
  std::vector<std::vector<std::uint64_t>> draws_;  // by warp and variable: values drawn so far
  // Statements that warps came to, in this block and in all, and lines that scattered accesses came
  // to: what limits them is the work that is allowed. The closer to the limit of a block, the more
  // coarsely its loops are sampled.
  std::int64_t effort_ = 0, all_effort_ = 0;
  std::int64_t most_effort_, most_block_effort_;
  std::int64_t effort_before_ = 0, runs_ = 0;  // the last block to be expected, and since then
  double weight_ = 1.0;
  std::span<BlockSink* const> sinks_;
  const Loop* sampled_ = nullptr;
  bool outlines_ = false;
  double rounds_run_ = 0.0, rounds_meant_ = 0.0;
  std::vector<LaneContents> contents_;  // by array
  std::vector<LaneVector> element_;     // scratch: the last is what contents know as `index`
};

}  // namespace gpumodel
