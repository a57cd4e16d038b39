// The course of a warp: what it waits for, and the arithmetic between, as a block runs. What a
// device's numbers decide is left open; warp_path.hpp closes it.
//
// A warp issues in order and stops where it needs a value that is not there yet. Loads that do not
// depend on one another are issued together and wait once (a phase); a load whose index was itself
// loaded waits for that first. An unrolled loop issues the loads of as many copies before their
// operations as registers hold, but none that might read what was stored before it (held_back.hpp).
// Operations follow each other, those of a statement too, but for running values side by side.
// Copies of a body that load data of their own meet only in their last statement. A body that is
// jumped over ends in a wait, for nothing is moved out of it, but where it only loads. Division and
// roots call subroutines, which loads are not moved over. Nobody waits for stores and reductions.
//
// Limits: loads that a compiler moves over a loop's end or a barrier are not seen.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "models/access/requests.hpp"
#include "models/analysis/path/held_back.hpp"
#include "models/analysis/path/sector_marks.hpp"
#include "models/kernel/thread/block_runner.hpp"

namespace gpumodel {

// Operations of one statement.
struct StatementWork {
  OperationName operation{};
  double count = 0.0;
  double steps = 1.0;  // of them that follow each other

  auto key() const { return std::tuple(operation.klass, operation.operation, count, steps); }
  bool operator==(const StatementWork& other) const { return key() == other.key(); }
  auto operator<=>(const StatementWork& other) const { return key() <=> other.key(); }
};

// The dependent arithmetic between two points that nothing is moved over.
struct WorkChain {
  std::map<StatementWork, double> statements;  // how often
  StatementWork last;                          // of them, where there is any
  double copies = 0.0;                         // of an unrolled body
  bool loads_first = true;                     // every copy began with loads of its own
  bool jumps = false;                          // it ends in the jump of a loop
  bool whole_round = false;                    // from one jump to the next
  bool waits = false;                          // for a load or an atomic, before it
  double turns = 1.0;                          // in which its loads come from beyond L1

  std::partial_ordering operator<=>(const WorkChain&) const = default;
};

struct WarpWaits {
  double load_phases = 0.0, loads = 0.0;  // from global memory; loads per phase are concurrent
  // Of load_phases: lanes come to sectors that neither the warp had before nor, of arrays that are
  // both loaded and stored to, others of its block before a barrier; and to new pairs of them.
  double fresh_phases = 0.0, fresh_pair_phases = 0.0;
  // Of load_phases: all that they are for the warp has stored, or others of its block have come to
  // before a barrier. Of arrays that are both loaded and stored to.
  double known_phases = 0.0;
  // Loads of less than a register for each lane; of them, to sectors that this wait is for.
  double narrow_loads = 0.0, narrow_awaited = 0.0;
  double doublings = 0.0;  // of one place in DRAM, in fresh_pair_phases, summed over them
  // For what lies in L1: arguments in global memory, and what unrolled copies load late.
  double l1_phases = 0.0;
  double shared_phases = 0.0;
  double atomic_phases = 0.0, shared_atomic_phases = 0.0;  // atomics whose result is wanted
  double spill_phases = 0.0;
  double barriers = 0.0;
};

struct WarpCourse : WarpWaits {
  double passing = 0.0;                  // cycles until the last lane of accesses has come by
  double passing_at_once = 0.0;          // the same where lookups of lines were never measured
  double added = 0.0;                    // instructions that a compiler adds
  double divisions = 0.0;                // of integers, among them
  double conditions = 0.0;               // that are jumped over, whether somebody goes in or not
  double partings = 0.0;                 // of them: some lanes go in, and others wait
  std::map<WorkChain, double> chains{};  // how often

  void add(const WarpCourse& other, double times);
};

// What followers of a program's warps look up in it: found once for all blocks.
struct FollowedProgram {
  explicit FollowedProgram(const PreparedProgram& program);

  const PreparedProgram& program;
  std::vector<int> depths;  // as address_depths() gives them
  HeldBack held_back;
  // By access: whether its array is both loaded and stored to, so that a load may be for what the
  // warp, or behind a barrier its block, has written.
  std::vector<bool> rewritten;
  std::vector<bool> holds_loads;  // by access: a store that some load waits behind
  bool barriers = false;
  bool loops = false;  // but for those that are straight code
};

// Follows the first warp of a block that has something to do: at the border of a grid others idle.
// Or, where warps have more to do in turn between barriers, the one that all wait for.
class WarpFollower : public BlockSink {
 public:
  WarpFollower(const FollowedProgram& followed, Requests& requests);

  // From barrier to barrier another warp, until the course is taken. Each is one that the barrier
  // before holds up.
  void follow(std::vector<std::size_t> in_turn);
  void weight(double times) override { next_times_ = times; }
  void access(std::size_t number, int warp, const WarpLanes& lanes) override;
  void operation(const PreparedOperation& done, double count, int warp, int) override;
  void spill(const PreparedSpill& spilled, int warp, int) override;
  void branch(const PreparedBranch& branch, int warp, std::uint32_t taken,
              std::uint32_t rest) override;
  void begin_guarded(const PreparedBranch&, Masks masks) override;
  void end_guarded(const PreparedBranch& branch, Masks masks) override;
  void barrier(Masks masks) override;
  void added(const AddedCode& code, Masks masks) override;
  void round(const PreparedLoop& loop, std::int64_t number, Masks masks) override;
  void arithmetic(const PreparedLoop& loop, std::int64_t first, std::int64_t rounds, int warp,
                  int) override;
  // Of the block that was run. The next one finds it as new, but in the memory that it has.
  WarpCourse take();

 private:
  struct GlobalLoad {
    std::size_t depth = 0;  // of its address
    WarpLanes lanes;
  };
  struct Sectors {
    bool fresh = false, pair = false;  // new to the warp; the 64 B around it, too
    bool known = true;                 // in L2: all of them
  };
  // What a condition guards.
  struct Guarded {
    bool loads = false;
    bool uses = false;  // anything but loads: it may be of what was loaded
  };
  struct Window {
    std::vector<GlobalLoad> loads;   // in the order of the program
    std::size_t taken = 0;           // of them, by operations
    std::vector<bool> shared_loads;  // by depth of their addresses
    double global_loads = 0.0;
    double atomics = 0.0, shared_atomics = 0.0;
    double registers = 0.0;            // that the loads fill
    std::optional<double> room;        // of those a loop's loads may fill
    double guards = 0.0;               // predicates over loads
    double index_steps = 0.0;          // until the last address is known
    std::vector<std::size_t> stores;   // by number of the access
    std::vector<std::int64_t> stored;  // sectors
    double parted_copies = 0.0;        // of the loop, where this one holds the next one's loads
    bool guarded_stores = false, spills = false;
    bool loads_in_copy = false;
    bool empty = true;
    WorkChain chain;
    StatementWork exchange;  // shuffles that nothing has followed yet
    // As new, but in the memory that it has.
    void clear();
  };

  bool follows(int warp);
  bool is_on_its_way(const WarpLanes& lanes, Sectors sectors, double since);
  void use();  // by what is guarded
  Sectors look_at(const WarpLanes& lanes);
  // Loads that an operation takes; those that sink behind it stay.
  void take(const OperationName& operation, double count);
  // Waits for what this copy loads late, where it holds the next one's loads.
  double late_waits(double loads, double registers, double turns) const;
  // The first loads of the window go out together, and are waited for.
  void wait_for(std::size_t loads);
  void wait_for_index(double steps);  // or a condition: instructions that follow each other
  bool takes_part(Masks masks) const { return masks[followed_] != 0; }
  void begin();
  void constant(std::size_t number, const WarpLanes& lanes);
  void work(const PreparedOperation& done, double count);
  void exchange_before(double steps);
  void end_round(const PreparedLoop& loop, std::int64_t number);
  void tell_rounds(const PreparedLoop& loop, std::int64_t first, std::int64_t rounds);
  void close();

  const FollowedProgram& of_;
  Requests& requests_;
  WarpCourse course_;
  Window window_;
  SectorMarks had_;    // that the warp has loaded
  SectorMarks in_l2_;  // as long as L2 holds what a wave touches
  // Sectors that other warps came to since the last barrier.
  std::vector<std::int64_t> loaded_by_others_, stored_by_others_;
  std::vector<std::int64_t> came_to_;  // new ones of a request
  std::vector<std::int64_t> row_;      // of the load of a wait that came to new ones last
  std::vector<std::int64_t> places_;   // new ones of a wait, some of them again and again
  std::vector<Guarded> guards_;        // that are open
  double times_ = 1.0, next_times_ = 1.0;
  double chains_;                       // running values
  bool has_value_ = false;              // an operation has begun one that is not stored yet
  bool jumped_ = false;                 // just before what the window holds
  std::vector<std::size_t> in_turn_{};  // to be followed; the part that is run
  std::size_t part_ = 0;
  std::size_t followed_ = 0;
  bool settled_ = false;  // that it is the first with something to do
};

}  // namespace gpumodel
