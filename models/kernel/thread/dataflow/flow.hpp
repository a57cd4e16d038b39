// The rules of docs/kernel-format.md, "What a thread program computes", applied statement by
// statement. One file for what is done with each kind of statement.
#pragma once

#include "models/kernel/thread/dataflow/dataflow.hpp"
#include "models/kernel/thread/dataflow/value_spread.hpp"

namespace gpumodel {

inline bool is_whole_number_type(std::string_view scalar) {
  return scalar.starts_with('i');
}

inline int scalar_bytes(std::string_view scalar) {
  return parse_element_type(scalar)->scalar_bytes;
}

// Rounds of a loop are a question that only its body
// answers (does it store the value?), so bodies are tried: what a trial changes is in State, and
// what it has written is dropped.
class Flow {
 public:
  Flow(const Kernel& kernel, std::span<const Number> values, const LaunchShape& shape);

  Dataflow run();

 private:
  // A value that waits for its use.
  struct Value {
    FlowOperand operand;
    std::string_view scalar;
    std::size_t level = 0;  // loops around it where it was made
    bool fresh = true;      // since the last operation
    bool used = false;      // of an outer level, in the loop that is lowered
    const Access* access = nullptr;
    int exchange = 0;      // the running value of the lane that differs by this: not made yet,
    std::size_t list = 0;  // and to be made in this list
  };
  struct Running {
    std::size_t reg = 0;
    std::string_view scalar;
    std::size_t level = 0;
    int chain = 0;                        // the same through changes of its type
    std::optional<std::size_t> former{};  // register of what it was one operation ago
    std::int64_t extent = 1;
    bool stored = false;
    Source source;
  };
  struct Stored {
    int chain = 0;
    std::size_t access = 0;
  };
  struct State {
    std::vector<Register> registers;
    std::vector<Value> values;
    std::optional<Running> running;
    std::optional<FlowOperand> last;  // what was stored last, if nothing happened since
    std::vector<Stored> stored;
    std::vector<Departure> departures;
    std::vector<std::pair<Source, std::int64_t>> conversions;  // stated, not met yet
    int chains = 0;
    std::int64_t added = 0;  // additions that no statement counts
    std::size_t draws = 0;
  };

  // ---- statements

  void lower(const Body& body);
  void lower(const Let& let);
  void lower(const Draw& draw);
  void lower(const AccessStatement& statement);
  void load(std::size_t number);
  void store(std::size_t number);
  void update(std::size_t number);
  void lower(const SpillStatement& spill);
  void lower(const Barrier&);
  void lower(const AddedCode&);
  void lower(const OperationStatement& statement);

  // ---- operations

  // Operations take the values that wait, those of the own loop first; then arguments.
  void compute(const OperationName& name, std::int64_t count);
  void start(Operation operation, std::string_view scalar);
  // What stands at this place of the operation: a value that waits, else the thread's number, else
  // an argument.
  FlowOperand next_operand(Operation operation, std::size_t place);
  void continue_running(Operation operation, std::string_view scalar, bool bits,
                        std::int64_t count);
  // One operation on `value` and what waits, if it may take any.
  std::vector<FlowOperand> operands_on(Operation operation, const FlowOperand& value,
                                       bool may_take);
  // A loop carries each of several running values: operations of one statement are independent.
  void compute_chains(Operation operation, std::string_view scalar, bool bits, std::int64_t count);
  // Several running values meet: they wait to be folded, like loaded ones.
  void unfold();
  // Integer instructions beside floating-point values are moves and masks of their bits; their
  // arguments leave them as they are.
  bool bits_of_running();
  // Integer sums and masks with the same argument, repeated or in a loop, are one to a compiler:
  // they take what the running value was one operation ago, which is returned.
  std::optional<FlowOperand> keep_apart(Operation operation, std::int64_t count,
                                        std::vector<FlowOperand>& operands);
  std::string_view scalar_of(const OperationName& name) const;
  // Conversions where types differ are those of the language. At the very start they make numbers
  // of the thread's place.
  void convert(std::int64_t count);
  void met_conversion();

  // ---- warps

  // Each step adds what a lane further on has: an operation behind takes it.
  void exchange(std::int64_t count);
  void vote(std::int64_t count);
  void require_warps() const;
  // Warps work on what was loaded last, where that is still unused.
  void run_on_waiting();
  // The value becomes the running one.
  void run_on(const Value& value);
  void make(Value& value);
  // Before a list of statements ends: its lanes part.
  void make_exchanges();

  // ---- values

  std::size_t level() const { return loops_.size(); }

  std::size_t available() const;
  std::size_t fresh() const;
  std::optional<Value> take_value();
  std::optional<FlowOperand> take();
  std::optional<FlowOperand> value_to_store(std::size_t number);
  // The first value that was made since the last operation; of a vector all of it where that is
  // what is stored.
  std::optional<FlowOperand> fresh_value(const Access& access);
  // Sums that no statement counts, so that nothing is lost.
  void add_up();
  void fold_chains();
  FlowOperand running() const { return {.reg = now_.running->reg}; }

  void begin_running(std::string_view scalar, std::optional<std::size_t> reg = {});
  std::size_t make_register(Register reg);

  // ---- loops and branches

  void lower(const Loop& loop);
  struct Trial {
    bool stored_elsewhere = false;  // each round stores the value to another place
    std::int64_t added = 0;
    bool lost = false;  // a round's value is stored nowhere
  };

  // Lowers the loop with the running value carried round it, or each round with one of its own.
  Trial try_rounds(const Loop& loop, std::int64_t rounds, bool carried);
  // A loop that computes carries a value from its start: the first that waits, else 0, or 1 where
  // it multiplies.
  void begin_rounds(const Loop& loop);
  // In a loop that is fully unrolled, rows of as many values are taken one a round.
  void rows_by_round(const Loop& loop, std::int64_t rounds);
  // What is left of a round; returns whether a value of it was lost.
  bool end_rounds(const Loop& loop, std::int64_t rounds, bool carried,
                  const std::optional<Running>& outer);
  bool lose_values();
  // Rows of which rounds took one each are used up.
  void take_rows();
  // Values that rounds of straight code leave are a row of registers.
  void keep_rows(const Loop& loop, std::int64_t rounds);
  void lower(const Branch& branch);
  static bool is_in(const std::vector<Value>& values, const Value& value);
  // A value that begins and is stored in a branch ends there; one that goes on keeps its register.
  void lower_arm(const Body& body, FlowSteps& steps);
  // A guard compares all that the thread has computed with an argument that nothing equals.
  FlowOperand guarded_value();
  void refuse_lost(const Loop& loop) const;
  void refuse_lost_values() const;
  static std::vector<std::string> hints_of_lost_values();

  // ---- numbers

  std::int64_t count_of(const Formula& formula) const;
  std::int64_t whole(const Formula& formula, const std::string& what) const;
  double chance_of(const Formula& formula) const;
  std::int64_t rounds_of(const Loop& loop) const;

  // ---- looking around

  static int lanes_of(const Access& access) { return access.bytes / scalar_bytes(access.scalar); }
  bool is_never(const Statement& statement) const;
  bool is_used(std::size_t slot) const { return spread_.is_used(slot); }

  void list_operations(const Body& body);
  // The type of the first arithmetic behind the statement that is lowered.
  std::string_view next_scalar() const;
  static bool is_arithmetic(const OperationName& name);
  const OperationName* first_operation(const Body& body) const;
  // Values that are read and index nothing are added up.
  bool is_unused_read(std::size_t number) const;
  static const std::optional<OperationName>& find_unused_read_sum();
  std::string_view scalar_in(const Body& body, const OperationName& name) const;
  // Whether rounds of the loop go to different places.
  bool moves_with(const Loop& loop, const Access& access) const;
  static bool uses_any(const Expression& expression, const std::vector<std::size_t>& slots);
  void find_moving(const Body& body, std::vector<std::size_t>& moving) const;

  // ---- writing

  template <class What>
  void emit(What what) {
    if constexpr (std::is_same_v<What, ComputeStep>) what.statement = statement_;
    lists_.back()->push_back({std::move(what)});
  }

  void open(FlowSteps& steps);
  void close();
  void enter(Spread spread, const Source& source);
  void depart(std::string what, const Source& source, const char* way = "left out");
  [[noreturn]] static void cannot(const Access& access, std::string message,
                                  std::vector<std::string> hints = {});

  const Kernel& kernel_;
  const OperationStatement* statement_ = nullptr;  // that is lowered
  const ThreadProgram& program_;
  std::span<const Number> values_;
  const LaunchShape& shape_;
  ValueSpread spread_;
  std::vector<std::size_t> read_arrays_;
  std::vector<const OperationStatement*> operations_;
  State now_;
  std::vector<FlowSteps*> lists_;
  std::vector<Spread> control_of_list_{Spread::block};
  std::vector<const Loop*> loops_;
  Spread control_ = Spread::block;  // who shares the conditions around
  Source control_source_, source_;
  bool guard_follows_ = false;
  const Access* lost_ = nullptr;
};

}  // namespace gpumodel
