// Walks the steps of a program; see expand.hpp.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "models/timeline/program/data_state.hpp"
#include "models/timeline/program/expand.hpp"
#include "models/timeline/program/loop_values.hpp"
#include "models/timeline/program/script_writer.hpp"

namespace gpumodel {

inline constexpr std::int64_t most_iterations = 10'000'000;

class Expander {
 public:
  Expander(const Program& program, std::span<const Number> parameters, const Machine& machine,
           KernelCosts& costs, const ExpandOptions& options, bool check);

  void run();
  RaceCheck report_races();
  const std::vector<ProgramFault>& faults() const { return faults_; }
  void throw_faults() const;
  std::vector<MemoryUse> memory_use() const;
  Timeline take();

  // To be called before run(), which then notes what is done.
  void write_script();
  Script take_script() { return script_->take(); }

 private:
  // What the loops around a step have set.
  struct Part {  // of the buffers that a loop splits
    const std::vector<std::size_t>* buffers;
    BufferSpan span;
  };
  struct Scope {
    int device = 0;
    std::int32_t chunk = nothing;
    std::vector<Part> parts{};
    double fraction = 1.0;  // of the elements
    double weight = 1.0;    // of kernels
    std::int64_t first = 0, size = 0;
  };
  struct Share {  // of one chunk, or one device
    std::int64_t first = 0, size = 0;
    double weight = 1.0;
  };

  static std::size_t count_streams(const Program& program, LoopValues& values,
                                   const ExpandOptions& options);
  void run_steps(const std::vector<ProgramStep>& steps, const std::vector<std::size_t>& order,
                 const Scope& scope);
  void run_step(const ProgramStep& step, const std::vector<ProgramStep>& siblings,
                const Scope& scope);
  void place_step(const ProgramStep& step, const std::vector<ProgramStep>& siblings,
                  const Scope& scope);
  std::optional<Order> order_of(const ProgramStep& step, const std::vector<ProgramStep>& siblings,
                                const Scope& scope);
  void run_inside(const ProgramStep& step, const Order& order, const Scope& scope);
  void run_leaf(const ProgramStep& step, const Order& order, const Scope& scope);
  void run_compound(const ProgramStep& step, const Scope& scope);

  void run_kernel(const ProgramStep& step, Order order, const Scope& scope);
  void run_host_work(const ProgramStep& step, Order order, const Scope& scope);
  void run_synchronise(const ProgramStep& step, const Order& order, const Scope& scope);
  void run_peer_copy(const ProgramStep& step, const Order& order, const Scope& scope);
  void run_halo(const ProgramStep& step, const Order& order, const Scope& scope);
  void meet(const Order& order, const std::vector<ScriptStep::PeerCopy>& peers,
            std::vector<std::vector<TaskId>>& tails);
  void run_all_reduce(const ProgramStep& step, const Order& order, const Scope& scope);
  void reduce_at_once(const Order& order, double bytes, std::vector<std::vector<TaskId>>& tails);
  void reduce_in_ring(const Order& order, double bytes, std::vector<std::vector<TaskId>>& tails);
  void reduce_in_tree(const Order& order, double bytes, std::vector<std::vector<TaskId>>& tails);
  void run_repeat(const ProgramStep& step, const Scope& scope);
  void run_chunks(const ProgramStep& step, const Scope& scope);
  void run_data(const ProgramStep& step, const Scope& scope);
  void run_each_device(const ProgramStep& step, const Scope& scope);

  std::vector<Share> shares(const ProgramStep& step, std::int64_t count);
  void weigh(const ProgramStep& step, std::int64_t elements, std::vector<Share>& shares);
  Scope narrowed(const ProgramStep& step, const Share& share, std::int64_t elements,
                 const Scope& scope);
  void enter_clauses(const ProgramStep& step, const Order& order, const Scope& scope);
  void leave_clauses(const ProgramStep& step, const Order& order, const Scope& scope);

  TaskId copy(const ProgramStep& step, const Order& order, std::size_t buffer, bool to_device,
              const Scope& scope);
  void migrate(const Order& order, std::size_t buffer, bool to_device, const Scope& scope);
  double buffer_bytes(std::size_t buffer);
  void hold(std::size_t buffer, int device, const Scope& scope);
  double share_from_devices(const KernelCall& call);
  double copied_bytes(const ProgramStep& step, std::size_t buffer, const Scope& scope);
  BufferSpan span_of(std::size_t buffer, const Scope& scope) const;
  KernelCosts::Overrides overrides_of(const ProgramStep& step, const Scope& scope);
  const KernelCost& device_cost(const ProgramStep& step, int device, const Scope& scope);
  bool beside_small(int device);
  std::optional<ClauseMemory> clause_memory(double bytes, int device);
  void set_scope(const Scope& scope);
  ScriptStep::Part part_of(std::size_t buffer, const Scope& scope);
  ScriptStep::Part copied_part(const ProgramStep& step, std::size_t buffer, const Scope& scope);
  std::vector<ScriptStep::Part> parts_of(const KernelCall& call, const Scope& scope);
  std::vector<ScriptStep::Parameter> parameters_of(const KernelCall& call);
  void record(const ProgramStep& step, const Scope& scope, TaskId task);
  std::uint32_t label(const ProgramStep& step);
  void pass_steps(const ProgramStep& step, std::int64_t count);
  [[noreturn]] void refuse_length(const ProgramStep& step, std::string message);
  void fault(std::string_view id, const ProgramStep& step, std::string message,
             std::vector<std::string> hints = {});
  void fault(const FormulaError& error);
  // Of a loop or a stream: where the formula has no usable value, that is noted, and `least` taken,
  // so that what follows is looked at, too.
  std::int64_t whole(const Formula& formula, std::int64_t least, std::int64_t most);
  // Those of kernels are the same at every step that calls them so: each is told once.
  void kernel_fault(const ProgramStep& step, const KernelFault& found);
  void missing_number(const ProgramStep& step, const std::string& key);
  void expect_on_device(const ProgramStep& step, std::size_t buffer, int device,
                        const Scope& scope);
  void report_missing(const ProgramStep& step, std::size_t buffer, int device);
  bool expect_link(const ProgramStep& step, int from, int to);
  bool expect_links(const ProgramStep& step);

  const Program& program_;
  const Machine& machine_;
  KernelCosts& costs_;
  ExpandOptions options_;
  bool check_;
  bool again_ = false;  // a loop around is followed for the second time
  bool in_loop_ = false;
  std::vector<IterationMarks> loops_;  // the outermost ones
  LoopValues values_;
  std::size_t streams_;
  TimelineBuilder builder_;
  DataState data_;
  std::map<const ProgramStep*, std::uint32_t> labels_;
  std::vector<const ProgramStep*> steps_;  // by label
  std::map<std::pair<const ProgramStep*, std::int32_t>, std::vector<TaskId>> ends_;
  std::vector<TaskId> recent_;
  struct LastCall {
    std::vector<const Formula*> set_by_loops;  // of the parameters
    std::vector<Number> values;                // of these
    int device = nothing;
    KernelCost cost;
  };
  std::map<const ProgramStep*, LastCall> calls_;
  std::set<std::pair<const ProgramStep*, std::string_view>> reported_;
  std::set<std::string> kernel_faults_;
  std::vector<ProgramFault> faults_;
  std::set<const Formula*> faulty_;
  std::int64_t steps_passed_ = 0, steps_left_out_ = 0;
  std::optional<ScriptWriter> script_;
};

}  // namespace gpumodel
