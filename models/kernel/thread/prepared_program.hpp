// A thread program at given parameters and launch shape: numbers in place of names, ready to run.
//
// Refers to the Kernel it was made from and must not outlive it.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "models/core/work_limit.hpp"
#include "models/kernel/compiler/rules.hpp"
#include "models/kernel/kernel.hpp"
#include "models/kernel/launch_shape.hpp"
#include "models/kernel/thread/lane_expression.hpp"

namespace gpumodel {

// Where an array lies. Global arrays are given addresses far from one another, shared ones follow
// each other from 0.
struct PlacedArray {
  const Array* array = nullptr;
  std::int64_t base = 0;              // address of element 0
  std::int64_t bytes = 0;             // padding included
  std::vector<std::int64_t> extents;  // elements per dimension
  std::vector<std::int64_t> strides;  // bytes from one index to the next, per dimension
  std::uint64_t seed = 0;             // of its contents
  PreparedContents contents;          // where the kernel states any
};

// Extents, strides and bytes of an array; no address, seed or contents. Throws FormulaError: a
// shape that is no whole number, an array beyond 2^40 B, a padding below 0.
PlacedArray measure(const Array& array, std::span<const Number> values);

struct PreparedAccess {
  const Access* access = nullptr;
  const PlacedArray* array = nullptr;
  std::vector<LaneExpression> indices;
  // Instructions, one after the other, that make its index anew in each round.
  double index_steps = 0.0;
  bool added_up = false;  // an atomic that one lane does for all of the warp
  bool early = false;     // a store, and a load of the same place may still be under way
  int merged = 1;         // rounds of an unrolled loop whose loads are one instruction
};

// Indices that the dimension has; where one index counts the elements of several: all of them.
std::int64_t extent_of(const PreparedAccess& access, std::size_t dimension);

struct PreparedStatement;
using PreparedBody = std::vector<PreparedStatement>;

struct PreparedLet {
  const Let* let;
  LaneExpression value;
};
struct PreparedDraw {
  const Draw* draw;
  PreparedContents contents;
  std::size_t number;  // of its variable
};
struct PreparedOperation {
  const OperationStatement* statement;
  std::optional<double> count{};  // where it depends on parameters only
  double side_by_side = 1.0;
  double three_registers = 0.0;  // share of them, multiply-adds, that read so many
};
struct PreparedSpill {
  const SpillStatement* statement = nullptr;  // none: found by the rules of the compiler, in bytes
  double load = 0.0, store = 0.0;             // per thread
  double word = 4.0;                          // of an instruction
};
// Places of the program that a run counts, numbered: 0 is its start. A loop has four: its first
// test, what follows if there is a round, its jumps back (fewer than rounds where it is unrolled)
// and its rounds. A branch has three: its test, and each way.
enum LoopSite : std::size_t { loop_entry = 0, loop_begin = 1, loop_jump = 2, loop_round = 3 };
enum BranchSite : std::size_t { branch_test = 0, branch_then = 1, branch_otherwise = 2 };
inline constexpr std::size_t sites_each = 4;

struct PreparedLoop {
  const Loop* loop;
  LaneExpression first, end, step;
  PreparedBody body;
  std::size_t site = 0;  // first of four, see LoopSite
  LoopCode code{};
  // Rounds after which the addresses of all accesses in the body lie the same way in lines of
  // 128 B; 0 where that is not known.
  std::int64_t period = 0;
  // No condition in the body depends on the round, and no value is drawn anew: one period stands
  // for all.
  bool alike = false;
  // All loads of an array move alike from round to round, and none stands outside the loop: then
  // what a period finds in a cache is the same in all.
  bool steady = false;
  // What a round does where that is counted operations and nothing else, the same in all rounds.
  std::vector<PreparedOperation> arithmetic;
  // Bytes from one round to the next, by access; nothing where addresses are not affine in it.
  std::vector<std::optional<std::int64_t>> stride;
};
struct PreparedBranch {
  const Branch* branch;
  LaneExpression condition;
  double probability = 1.0;
  std::optional<double> warps{};
  PreparedBody then, otherwise;
  std::size_t site = 0;  // first of three, see BranchSite
  GuardCode code = GuardCode::jump;
  double index_steps = 0.0;  // instructions until its condition is known, of a loop's rounds

  // Whether lanes are drawn that go one way, and others that go the other.
  bool chance() const { return !branch->condition && probability > 0.0 && probability < 1.0; }
};
struct PreparedStatement {
  std::variant<PreparedLet, PreparedDraw, AccessStatement, PreparedOperation, PreparedSpill,
               Barrier, AddedCode, PreparedLoop, PreparedBranch>
      what;
};

// Whether `is` holds for any statement, those inside loops and branches included.
template <class Is>
bool any_statement(const PreparedBody& body, const Is& is) {
  return std::ranges::any_of(body, [&](const PreparedStatement& statement) {
    if (is(statement)) return true;
    if (const auto* loop = std::get_if<PreparedLoop>(&statement.what)) {
      return any_statement(loop->body, is);
    }
    const auto* branch = std::get_if<PreparedBranch>(&statement.what);
    return branch != nullptr &&
           (any_statement(branch->then, is) || any_statement(branch->otherwise, is));
  });
}

struct PreparedProgram {
  const Kernel* kernel = nullptr;
  std::span<const Number> values;  // parameters and block extents, as given
  LaunchShape shape;
  std::size_t slots = 0;  // parameters, block extents, coordinates, variables
  std::vector<PlacedArray> arrays;
  std::vector<PreparedAccess> accesses;
  PreparedBody body;
  std::int64_t shared_bytes = 0;  // of all shared arrays
  std::size_t sites = 1;
  std::vector<bool> known;             // of `values`: those that the compiler must know
  double free_registers = 0.0;         // of 4 B, for loaded values
  double local_bytes = 0.0;            // of a thread, that hold spilled values
  bool is_short_of_registers = false;  // the compiler spills
  bool draws = false;                  // values known only at run time: blocks and warps differ
  double work = usual_work;            // that an analysis may take

  std::size_t first_coordinate() const { return values.size(); }
  // Side by side in a thread: as many as the conversions that the program begins with.
  double running_values() const;
};

// `values` as filled by evaluate_parameters(), kept by reference. Throws FormulaError as measure()
// does.
PreparedProgram prepare(const Kernel& kernel, std::span<const Number> values,
                        const LaunchShape& shape, double work = usual_work);

}  // namespace gpumodel
