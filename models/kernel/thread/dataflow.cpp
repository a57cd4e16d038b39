#include "models/kernel/thread/dataflow.hpp"

#include <algorithm>
#include <cmath>

#include "models/kernel/thread/dataflow_registers.hpp"
#include "models/kernel/thread/value_spread.hpp"

namespace gpumodel {
namespace {

constexpr std::int64_t most_repeats = 4096;  // operations of one statement, rounds of straight code

bool is_whole_number_type(std::string_view scalar) {
  return scalar.starts_with('i');
}

int scalar_bytes(std::string_view scalar) {
  return parse_element_type(scalar)->scalar_bytes;
}

bool is_unary(Operation operation) {
  return operation >= Operation::sqrt && operation <= Operation::tanh;
}

bool is_comparison(Operation operation) {
  return operation == Operation::compare || operation == Operation::int_compare;
}

FlowOperand::Kind argument_of(Operation operation) {
  switch (operation) {
    case Operation::mul:
    case Operation::fma:
    case Operation::div:
    case Operation::int_mul:
    case Operation::int_div:
      return FlowOperand::Kind::factor;
    case Operation::int_logic:
      return FlowOperand::Kind::mask;
    default:
      return FlowOperand::Kind::addend;
  }
}

// Applies the rules, statement by statement. Rounds of a loop are a question that only its body
// answers (does it store the value?), so bodies are tried: what a trial changes is in State, and
// what it has written is dropped.
class Flow {
 public:
  Flow(const Kernel& kernel, std::span<const Number> values, const LaunchShape& shape)
      : kernel_(kernel), program_(*kernel.thread), values_(values), shape_(shape), spread_(kernel) {
    list_operations(program_.body);
    for (const Access& access : program_.accesses) {
      if (access.value_slot) read_arrays_.push_back(access.array);
    }
  }

  Dataflow run() {
    FlowSteps body;
    lists_.push_back(&body);
    lower(program_.body);
    refuse_lost_values();
    for (const auto& [source, count] : now_.conversions) {
      if (count > 0) depart(std::to_string(count) + " of the conversions: none is needed", source);
    }
    Dataflow result{std::move(now_.registers), std::move(body), std::move(now_.departures),
                    stores_in_place_};
    place_registers(result);
    return result;
  }

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
    int chain = 0;  // the same through changes of its type
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

  void lower(const Body& body) {
    for (std::size_t i = 0; i < body.size(); ++i) {
      guard_follows_ = i + 1 < body.size() && is_never(body[i + 1]);
      std::visit([this](const auto& statement) { lower(statement); }, body[i].what);
    }
    make_exchanges();
  }

  void lower(const Let& let) {
    spread_.define(let.slot, let.value);
    emit(LetStep{&let});
  }

  void lower(const Draw& draw) {
    spread_.define(draw.slot, draw.per == Draw::Per::block  ? Spread::block
                              : draw.per == Draw::Per::warp ? Spread::warp
                                                            : Spread::thread);
    emit(DrawStep{&draw, now_.draws++, loops_});
  }

  void lower(const AccessStatement& statement) {
    const Access& access = program_.accesses[statement.access];
    if (access.scalar.empty()) {
      cannot(access, "no instruction moves a structure as a whole", {"name a member of it"});
    }
    switch (access.op) {
      case Access::Op::load:
        return load(statement.access);
      case Access::Op::store:
        return store(statement.access);
      case Access::Op::atomic:
      case Access::Op::reduction:
        return update(statement.access);
    }
  }

  void load(std::size_t number) {
    const Access& access = program_.accesses[number];
    if (access.value_slot) {
      spread_.define(*access.value_slot, access);
      if (is_used(*access.value_slot)) return emit(ReadStep{number});
    }
    const int lanes = lanes_of(access);
    const std::size_t reg = make_register(
        {.scalar = access.scalar, .lanes = lanes, .origin = kernel_.arrays[access.array].name});
    emit(LoadStep{number, {.reg = reg}});
    for (int lane = 0; lane < lanes; ++lane) {
      Value value{{.reg = reg, .lane = lanes == 1 ? -1 : lane}, access.scalar, level()};
      value.access = &access;
      now_.values.push_back(value);
    }
    now_.last.reset();
  }

  void store(std::size_t number) {
    const Access& access = program_.accesses[number];
    const Array& array = kernel_.arrays[access.array];
    std::optional<FlowOperand> value = value_to_store(number);
    if (!value)
      value = FlowOperand{.kind = array.contents ? FlowOperand::Kind::content
                                                 : FlowOperand::Kind::addend};
    if (std::ranges::find(read_arrays_, access.array) != read_arrays_.end() &&
        value->kind != FlowOperand::Kind::content) {
      cannot(access, "'" + array.name + "' holds indices, and a computed value would be none");
    }
    const bool global = array.space == MemorySpace::global;
    if (global && !loops_.empty() && !moves_with(*loops_.back(), access)) stores_in_place_ = true;
    emit(StoreStep{number, *value});
  }

  void update(std::size_t number) {
    const Access& access = program_.accesses[number];
    if (lanes_of(access) > 1) cannot(access, "no atomic instruction of vectors is written");
    if (scalar_bytes(access.scalar) == 1 || access.scalar == "i16") {
      cannot(access, "CUDA has no atomic addition of " + std::string(access.scalar));
    }
    if (access.op == Access::Op::atomic) {
      cannot(access, "the old value of an atomic depends on which thread came first",
             {"where nobody uses it, 'reduction' is what the compiler makes"});
    }
    std::optional<FlowOperand> value = value_to_store(number);
    if (!value) value = FlowOperand{.kind = FlowOperand::Kind::number, .number = 1};
    emit(AtomicStep{number, *value});
  }

  void lower(const SpillStatement& spill) {
    depart("spilled registers: a compiler decides on them", spill.load_bytes.source);
  }

  void lower(const Barrier&) {
    if (control_ > Spread::block) {
      throw CannotWrite{control_source_,
                        0,
                        "a barrier under a condition that not all threads of a block share",
                        {"threads that do not come would be waited for without end"}};
    }
    emit(BarrierStep{});
  }

  void lower(const AddedCode&) {
    throw CannotWrite{program_.source,
                      0,
                      "an OpenACC compiler launches this kernel",
                      {"state 'launch:' to have it written as CUDA"}};
  }

  void lower(const OperationStatement& statement) {
    const std::int64_t count = count_of(statement.count);
    if (count == 0) return;
    source_ = statement.count.source;
    switch (statement.operation.klass) {
      case OperationClass::tensor:
        return depart("products of matrices by tensor units", source_);
      case OperationClass::convert:
        return convert(count);
      case OperationClass::warp:
        return statement.operation.operation == Operation::vote ? vote(count) : exchange(count);
      default:
        return compute(statement.operation, count);
    }
  }

  // ---- operations

  // Operations take the values that wait, those of the own loop first; then arguments.
  void compute(const OperationName& name, std::int64_t count) {
    const Operation operation = name.operation;
    // The comparison of a guard is the guard itself.
    if (is_comparison(operation) && guard_follows_ && --count == 0) return;
    if (now_.running && now_.running->extent > 1 && now_.running->level == level()) unfold();
    const bool bits = name.klass == OperationClass::integer && bits_of_running();
    const std::string_view scalar = bits ? now_.running->scalar : scalar_of(name);
    if (now_.running && now_.running->extent > 1) {
      compute_chains(operation, scalar, bits, count);
    } else {
      const std::size_t needed = is_unary(operation) ? 1 : 2;
      const bool anew = !now_.running || (now_.running->stored && fresh() >= needed);
      if (anew) {
        start(operation, scalar);
        --count;
      }
      if (count > 0) continue_running(operation, scalar, bits, count);
    }
    for (Value& value : now_.values) value.fresh = false;
    now_.running->stored = false;
    now_.running->source = source_;
    now_.last.reset();
  }

  void start(Operation operation, std::string_view scalar) {
    std::vector<FlowOperand> operands;
    if (operation == Operation::fma) {
      const std::size_t waiting = available();
      if (waiting == 2) operands.push_back({.kind = FlowOperand::Kind::factor});
      while (operands.size() < 3) operands.push_back(next_operand(operation, operands.size()));
    } else {
      operands.push_back(next_operand(operation, 0));
      if (!is_unary(operation)) operands.push_back(next_operand(operation, 1));
    }
    begin_running(scalar);
    emit(ComputeStep{operation, scalar, running(), std::move(operands)});
  }

  // What stands at this place of the operation: a value that waits, else the thread's number, else
  // an argument.
  FlowOperand next_operand(Operation operation, std::size_t place) {
    if (const auto value = take()) return *value;
    if (place == 0) return {.kind = FlowOperand::Kind::place};
    if (operation == Operation::fma && place == 2) return {.kind = FlowOperand::Kind::addend};
    return {.kind = argument_of(operation)};
  }

  void continue_running(Operation operation, std::string_view scalar, bool bits,
                        std::int64_t count) {
    const auto retype = [&] {
      if (now_.running->scalar == scalar) return running();
      met_conversion();
      now_.running->scalar = scalar;
      now_.running->reg = make_register({.scalar = scalar});
      return running();
    };
    while (count > 0) {
      const FlowOperand before = running();
      const bool alone = bits || is_unary(operation) || available() == 0;
      std::vector<FlowOperand> operands = operands_on(operation, before, !bits);
      const FlowOperand target = retype();
      // The first may change the type: it stands alone then.
      const std::int64_t times = alone && before.reg == target.reg ? count : 1;
      emit(ComputeStep{.operation = operation,
                       .scalar = scalar,
                       .target = target,
                       .operands = std::move(operands),
                       .repeat = times,
                       .bits = bits});
      count -= times;
    }
  }

  // One operation on `value` and what waits, if it may take any.
  std::vector<FlowOperand> operands_on(Operation operation, const FlowOperand& value,
                                       bool may_take) {
    if (is_unary(operation)) return {value};
    const auto taken = [&]() -> std::optional<FlowOperand> {
      return may_take ? take() : std::nullopt;
    };
    const FlowOperand argument{.kind = argument_of(operation)};
    const std::optional<FlowOperand> first = taken();
    if (operation == Operation::fma) {
      if (!first) return {value, argument, {.kind = FlowOperand::Kind::addend}};
      return {*first, taken().value_or(argument), value};
    }
    // A quotient of a quotient stays near 1.
    if (operation == Operation::div && !first) return {argument, value};
    return {value, first.value_or(argument)};
  }

  // A loop carries each of several running values: operations of one statement are independent.
  void compute_chains(Operation operation, std::string_view scalar, bool bits, std::int64_t count) {
    Running& all = *now_.running;
    if (all.scalar != scalar) {
      throw CannotWrite{source_, 0, "several running values cannot change their type in a loop"};
    }
    if (available() == 0 && count % all.extent == 0) {
      emit(ComputeStep{.operation = operation,
                       .scalar = scalar,
                       .target = running(),
                       .operands = operands_on(operation, running(), false),
                       .repeat = count / all.extent,
                       .chains = true,
                       .bits = bits});
      return;
    }
    for (std::int64_t i = 0; i < count; ++i) {
      FlowOperand one = running();
      one.element = i % all.extent;
      emit(ComputeStep{.operation = operation,
                       .scalar = scalar,
                       .target = one,
                       .operands = operands_on(operation, one, !bits),
                       .bits = bits});
    }
  }

  // Several running values meet: they wait to be folded, like loaded ones.
  void unfold() {
    const Running all = *now_.running;
    now_.running.reset();
    std::vector<Value> ahead;
    for (std::int64_t i = 0; i < all.extent; ++i) {
      ahead.push_back({{.reg = all.reg, .element = i}, all.scalar, level()});
    }
    now_.values.insert(now_.values.begin(), ahead.begin(), ahead.end());
  }

  // Integer instructions beside floating-point values are moves and masks of their bits; their
  // arguments leave them as they are.
  bool bits_of_running() {
    if (now_.running) return !is_whole_number_type(now_.running->scalar);
    const auto first = std::ranges::find_if(now_.values, [](const Value& v) { return !v.used; });
    if (first == now_.values.end() || is_whole_number_type(first->scalar)) return false;
    run_on(*take_value());
    return true;
  }

  std::string_view scalar_of(const OperationName& name) const {
    const auto any = [&](std::string_view scalar) {
      return (now_.running && now_.running->scalar == scalar) ||
             std::ranges::any_of(now_.values, [&](const Value& v) { return v.scalar == scalar; });
    };
    switch (name.klass) {
      case OperationClass::fp64:
        return "f64";
      case OperationClass::fp32:
        return "f32";
      case OperationClass::fp16:
        return any("bf16") ? "bf16" : "f16";
      default:
        return any("i64") ? "i64" : "i32";
    }
  }

  // Conversions where types differ are those of the language. At the very start they make numbers
  // of the thread's place.
  void convert(std::int64_t count) {
    if (!now_.running && now_.values.empty()) {
      begin_running(next_scalar());
      now_.running->extent = count;
      now_.registers[now_.running->reg].extent = count;
      emit(MoveStep{running(), {.kind = FlowOperand::Kind::place}, count > 1});
      return;
    }
    now_.conversions.emplace_back(source_, count);
  }

  void met_conversion() {
    for (auto& [source, left] : now_.conversions) {
      if (left > 0) {
        --left;
        return;
      }
    }
  }

  // ---- warps

  // Each step adds what a lane further on has: an operation behind takes it.
  void exchange(std::int64_t count) {
    require_warps();
    run_on_waiting();
    const std::int64_t words = scalar_bytes(now_.running->scalar) > 4 ? 2 : 1;
    const std::int64_t steps = (count + words - 1) / words;
    for (std::int64_t i = 0; i < steps; ++i) {
      Value value{{}, now_.running->scalar, level()};
      value.exchange = 1 << ((steps - 1 - i) % 5);
      value.list = lists_.size() - 1;
      now_.values.push_back(value);
    }
    now_.running->stored = false;
    now_.last.reset();
  }

  void vote(std::int64_t count) {
    require_warps();
    run_on_waiting();
    for (std::int64_t i = 0; i < count; ++i) {
      emit(VoteStep{running(), control_ == Spread::thread});
    }
    now_.running->stored = false;
    now_.last.reset();
  }

  void require_warps() const {
    if (shape_.threads_per_block() % 32 == 0) return;
    throw CannotWrite{source_, 0,
                      "shuffles and votes need whole warps, and a block has " +
                          std::to_string(shape_.threads_per_block()) + " threads"};
  }

  // Warps work on what was loaded last, where that is still unused.
  void run_on_waiting() {
    fold_chains();
    const auto waits = std::ranges::find_if(now_.values, [&](const Value& v) {
      return v.level == level() && v.fresh && v.exchange == 0;
    });
    if (waits != now_.values.end()) {
      if (now_.running && !now_.running->stored) return add_up();
      const Value value = *waits;
      now_.values.erase(waits);
      return run_on(value);
    }
    if (now_.running) return;
    begin_running(next_scalar());
    emit(MoveStep{running(), {.kind = FlowOperand::Kind::place}});
  }

  // The value becomes the running one.
  void run_on(const Value& value) {
    const Register& reg = now_.registers[value.operand.reg];
    const bool plain = reg.lanes == 1 && reg.extent == 1 && reg.rounds == nullptr &&
                       value.level == level() && value.operand.kind == FlowOperand::Kind::value;
    begin_running(value.scalar, plain ? std::optional(value.operand.reg) : std::nullopt);
    if (!plain) emit(MoveStep{running(), value.operand});
  }

  void make(Value& value) {
    if (value.exchange == 0) return;
    const std::size_t reg = make_register({.scalar = now_.running->scalar});
    lists_[value.list]->push_back({ExchangeStep{
        {.reg = reg}, running(), value.exchange, control_of_list_[value.list] == Spread::thread}});
    value.exchange = 0;
    value.operand = {.reg = reg};
  }

  // Before a list of statements ends: its lanes part.
  void make_exchanges() {
    for (Value& value : now_.values) {
      if (value.exchange != 0 && value.list == lists_.size() - 1) make(value);
    }
  }

  // ---- values

  std::size_t level() const { return loops_.size(); }

  std::size_t available() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(now_.values, [](const Value& v) { return !v.used; }));
  }
  std::size_t fresh() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        now_.values, [&](const Value& v) { return v.fresh && v.level == level(); }));
  }

  std::optional<Value> take_value() {
    auto found = std::ranges::find_if(
        now_.values, [&](const Value& v) { return v.level == level() && !v.used; });
    if (found == now_.values.end()) {
      found = std::ranges::find_if(now_.values, [](const Value& v) { return !v.used; });
    }
    if (found == now_.values.end()) return std::nullopt;
    make(*found);
    const Value value = *found;
    if (value.level == level() && value.operand.round == nullptr) {
      now_.values.erase(found);
    } else {
      found->used = true;
    }
    return value;
  }
  std::optional<FlowOperand> take() {
    const std::optional<Value> value = take_value();
    return value ? std::optional(value->operand) : std::nullopt;
  }

  std::optional<FlowOperand> value_to_store(std::size_t number) {
    const Access& access = program_.accesses[number];
    if (const auto value = fresh_value(access)) return now_.last = value;
    if (now_.last) return now_.last;
    if (now_.running) {
      fold_chains();
      if (now_.running->scalar != access.scalar) met_conversion();
      now_.stored.push_back({now_.running->chain, number});
      now_.running->stored = true;
      return running();
    }
    if (available() > 0) return now_.last = take();
    return std::nullopt;
  }

  // The first value that was made since the last operation; of a vector all of it where that is
  // what is stored.
  std::optional<FlowOperand> fresh_value(const Access& access) {
    const auto first = std::ranges::find_if(
        now_.values, [&](const Value& v) { return v.fresh && v.level == level() && !v.used; });
    if (first == now_.values.end()) return std::nullopt;
    const int lanes = lanes_of(access);
    if (first->exchange == 0 && lanes > 1 && first->operand.lane == 0 &&
        first->scalar == access.scalar && now_.registers[first->operand.reg].lanes == lanes) {
      FlowOperand whole = first->operand;
      whole.lane = -1;
      std::erase_if(now_.values, [&](const Value& v) {
        return v.operand.reg == whole.reg && v.operand.element == whole.element && v.exchange == 0;
      });
      return whole;
    }
    make(*first);
    const FlowOperand value = first->operand;
    if (value.round == nullptr) {
      now_.values.erase(first);
    } else {
      first->used = true;
    }
    return value;
  }

  // Sums that no statement counts, so that nothing is lost.
  void add_up() {
    if (!now_.running) {
      if (available() == 0) return;
      run_on(*take_value());
    }
    while (true) {
      const auto own = std::ranges::find_if(now_.values, [&](const Value& v) {
        return v.level == level() && !v.used && v.operand.round == nullptr;
      });
      if (own == now_.values.end()) return;
      make(*own);
      const FlowOperand value = own->operand;
      const Operation add =
          is_whole_number_type(now_.running->scalar) ? Operation::int_add : Operation::add;
      if (own->access != nullptr) {
        depart("an addition of '" + own->access->expression.text + "', which no operation takes",
               own->access->source, "added");
      }
      now_.values.erase(own);
      emit(ComputeStep{add, now_.running->scalar, running(), {running(), value}});
      now_.running->stored = false;
      ++now_.added;
    }
  }

  void fold_chains() {
    if (!now_.running || now_.running->extent == 1) return;
    if (now_.running->level != level()) {
      throw CannotWrite{now_.running->source, 0,
                        "several running values are stored in a loop as one"};
    }
    unfold();
    add_up();
  }

  FlowOperand running() const { return {.reg = now_.running->reg}; }

  void begin_running(std::string_view scalar, std::optional<std::size_t> reg = {}) {
    Running running;
    running.scalar = scalar;
    running.level = level();
    running.chain = ++now_.chains;
    running.source = source_;
    running.reg = reg ? *reg : make_register({.scalar = scalar});
    now_.running = running;
  }

  std::size_t make_register(Register reg) {
    now_.registers.push_back(std::move(reg));
    return now_.registers.size() - 1;
  }

  // ---- loops and branches

  void lower(const Loop& loop) {
    const std::int64_t rounds = loop.unroll == 0 ? rounds_of(loop) : 0;
    const State before = now_;
    std::vector<std::size_t> sizes;
    for (const FlowSteps* list : lists_) sizes.push_back(list->size());
    const auto forget = [&] {
      now_ = before;
      for (std::size_t i = 0; i < sizes.size(); ++i) lists_[i]->resize(sizes[i]);
    };
    const Trial carried = try_rounds(loop, rounds, true);
    if (!carried.stored_elsewhere && carried.added == 0) return;
    forget();
    const Trial separate = try_rounds(loop, rounds, false);
    if (!separate.lost || carried.stored_elsewhere) {
      if (separate.lost) refuse_lost(loop);
      return;
    }
    forget();
    try_rounds(loop, rounds, true);
  }

  struct Trial {
    bool stored_elsewhere = false;  // each round stores the value to another place
    std::int64_t added = 0;
    bool lost = false;  // a round's value is stored nowhere
  };

  // Lowers the loop with the running value carried round it, or each round with one of its own.
  Trial try_rounds(const Loop& loop, std::int64_t rounds, bool carried) {
    Trial trial;
    const std::int64_t added = now_.added;
    const std::size_t stored = now_.stored.size();
    if (carried) begin_rounds(loop);
    const std::optional<Running> outer = now_.running;
    if (!carried) {
      if (outer) {
        now_.values.push_back({running(), outer->scalar, level()});
        now_.values.back().fresh = false;
        now_.running.reset();
      }
    } else if (now_.running) {
      now_.running->stored = false;
    }
    now_.last.reset();
    FlowSteps body;
    const Spread outside = control_;
    const Source outside_source = control_source_;
    enter(spread_.define_loop(loop), loop.source);
    loops_.push_back(&loop);
    open(body);
    if (rounds > 0) rows_by_round(loop, rounds);
    lower(loop.body);
    trial.lost = end_rounds(loop, rounds, carried, outer);
    close();
    loops_.pop_back();
    control_ = outside;
    control_source_ = outside_source;
    std::erase_if(now_.values, [&](const Value& v) { return v.used && v.level == level(); });
    for (std::size_t i = stored; i < now_.stored.size(); ++i) {
      const Stored& s = now_.stored[i];
      const bool own = outer && s.chain == outer->chain;
      trial.stored_elsewhere =
          trial.stored_elsewhere || (own && moves_with(loop, program_.accesses[s.access]));
    }
    if (!carried) {
      const bool stored_now = now_.running && now_.running->stored;
      now_.running = outer;
      if (outer) {
        std::erase_if(now_.values, [&](const Value& v) {
          return v.level == level() && v.operand.reg == outer->reg && v.access == nullptr &&
                 v.exchange == 0 && !v.operand.element;
        });
        now_.running->stored = outer->stored || stored_now;
      }
    }
    trial.added = now_.added - added;
    emit(LoopStep{&loop, rounds, std::move(body)});
    return trial;
  }

  // A loop that computes carries a value from its start: the first that waits, else 0, or 1 where
  // it multiplies.
  void begin_rounds(const Loop& loop) {
    if (now_.running) return;
    const OperationName* first = first_operation(loop.body);
    if (first == nullptr) return;
    const bool starts = std::ranges::any_of(now_.values, [&](const Value& v) {
      return v.level == level() && !v.used && v.operand.round == nullptr;
    });
    if (starts) return run_on(*take_value());
    const Operation operation = first->operation;
    const bool product = operation == Operation::mul || operation == Operation::div ||
                         operation == Operation::int_mul || operation == Operation::int_div;
    begin_running(scalar_in(loop.body, *first));
    emit(MoveStep{running(), {.kind = FlowOperand::Kind::number, .number = product ? 1 : 0}});
  }

  // In a loop that is fully unrolled, rows of as many values are taken one a round.
  void rows_by_round(const Loop& loop, std::int64_t rounds) {
    std::vector<Value> rows;
    for (const Value& value : now_.values) {
      const Register& reg = now_.registers[value.operand.reg];
      if (value.exchange != 0 || value.used || value.operand.element != 0) continue;
      if (reg.extent != rounds || reg.rounds == nullptr) continue;
      Value row = value;
      row.level = level();
      row.fresh = true;
      row.operand.element.reset();
      row.operand.round = &loop;
      rows.push_back(row);
    }
    now_.values.insert(now_.values.end(), rows.begin(), rows.end());
  }

  // What is left of a round; returns whether a value of it was lost.
  bool end_rounds(const Loop& loop, std::int64_t rounds, bool carried,
                  const std::optional<Running>& outer) {
    take_rows();
    if (rounds > 0) keep_rows(loop, rounds);
    const bool waits = std::ranges::any_of(now_.values, [&](const Value& v) {
      return v.level == level() && v.operand.round == nullptr;
    });
    if (waits && (carried || (now_.running && !now_.running->stored))) {
      if (!now_.running) return lose_values();
      add_up();
    } else if (waits) {
      return lose_values();
    }
    if (carried && outer && now_.running && now_.running->reg != outer->reg) {
      const FlowOperand back{.reg = outer->reg};
      emit(MoveStep{back, running()});
      now_.running->reg = outer->reg;
      now_.running->scalar = outer->scalar;
      now_.running->level = outer->level;
      now_.running->chain = outer->chain;
    }
    return !carried && now_.running && !now_.running->stored;
  }

  bool lose_values() {
    for (const Value& value : now_.values) {
      if (value.level == level() && value.access != nullptr) lost_ = value.access;
    }
    std::erase_if(now_.values, [&](const Value& v) { return v.level == level(); });
    return true;
  }

  // Rows of which rounds took one each are used up.
  void take_rows() {
    std::vector<std::size_t> taken;
    for (const Value& value : now_.values) {
      if (value.operand.round != nullptr && value.used) taken.push_back(value.operand.reg);
    }
    std::erase_if(now_.values, [&](const Value& v) {
      return v.operand.round == loops_.back() ||
             std::ranges::find(taken, v.operand.reg) != taken.end();
    });
  }

  // Values that rounds of straight code leave are a row of registers.
  void keep_rows(const Loop& loop, std::int64_t rounds) {
    std::vector<Value> rows;
    std::erase_if(now_.values, [&](const Value& value) {
      if (value.level != level() || value.exchange != 0) return false;
      Register& reg = now_.registers[value.operand.reg];
      if (reg.extent > 1 && reg.rounds != &loop) return false;
      reg.rounds = &loop;
      reg.extent = rounds;
      for (std::int64_t i = 0; i < rounds; ++i) {
        Value one = value;
        one.level = level() - 1;
        one.operand.element = i;
        rows.push_back(one);
      }
      return true;
    });
    std::ranges::stable_sort(rows, {}, [](const Value& v) { return *v.operand.element; });
    now_.values.insert(now_.values.end(), rows.begin(), rows.end());
  }

  void lower(const Branch& branch) {
    BranchStep step;
    step.branch = &branch;
    step.number = now_.draws;
    step.loops = loops_;
    const Spread outside = control_;
    const Source outside_source = control_source_;
    if (branch.condition) {
      enter(spread_.of(*branch.condition), branch.source);
    } else {
      enter(branch.uniform ? Spread::warp : Spread::thread, branch.source);
      step.chance = chance_of(*branch.probability);
      if (step.chance == 0.0) {
        step.never = guarded_value();
      } else {
        ++now_.draws;
      }
    }
    const std::vector<Value> before = now_.values;
    lower_arm(branch.then, step.then);
    const std::vector<Value> after = now_.values;
    if (!branch.otherwise.empty()) {
      now_.values = before;
      lower_arm(branch.otherwise, step.otherwise);
      // What either arm has taken is gone, what either has left waits.
      std::erase_if(now_.values,
                    [&](const Value& v) { return is_in(before, v) && !is_in(after, v); });
      for (const Value& value : after) {
        if (!is_in(before, value)) now_.values.push_back(value);
      }
    }
    control_ = outside;
    control_source_ = outside_source;
    emit(std::move(step));
  }

  static bool is_in(const std::vector<Value>& values, const Value& value) {
    return std::ranges::any_of(values, [&](const Value& v) {
      return v.operand.reg == value.operand.reg && v.operand.lane == value.operand.lane &&
             v.operand.element == value.operand.element && v.operand.round == value.operand.round &&
             v.exchange == value.exchange && v.level == value.level;
    });
  }

  // A value that begins and is stored in a branch ends there; one that goes on keeps its register.
  void lower_arm(const Body& body, FlowSteps& steps) {
    const std::optional<Running> before = now_.running;
    open(steps);
    lower(body);
    if (before && now_.running && now_.running->reg != before->reg) {
      const bool same = now_.running->chain == before->chain;
      if (same) emit(MoveStep{{.reg = before->reg}, running()});
      if (same || now_.running->stored) {
        const bool stored = same ? now_.running->stored : before->stored;
        now_.running = before;
        now_.running->stored = stored;
      }
    }
    close();
    now_.last.reset();
  }

  // A guard compares all that the thread has computed with an argument that nothing equals.
  FlowOperand guarded_value() {
    fold_chains();
    const bool waits = std::ranges::any_of(now_.values, [&](const Value& v) {
      return v.level == level() && v.operand.round == nullptr;
    });
    if (waits) {
      if (now_.running && now_.running->stored) now_.running.reset();
      add_up();
    }
    if (!now_.running) return {.kind = FlowOperand::Kind::place};
    now_.running->stored = true;
    return running();
  }

  void refuse_lost(const Loop& loop) const {
    if (lost_ != nullptr) {
      cannot(*lost_, "what is loaded here reaches no store", hints_of_lost_values());
    }
    throw CannotWrite{loop.source, 0, "what a round of this loop computes reaches no store",
                      hints_of_lost_values()};
  }

  void refuse_lost_values() const {
    for (const Value& value : now_.values) {
      if (value.access == nullptr) continue;
      cannot(*value.access, "what is loaded here reaches no store", hints_of_lost_values());
    }
    if (now_.running && !now_.running->stored) {
      throw CannotWrite{now_.running->source, 0, "what is computed here reaches no store",
                        hints_of_lost_values()};
    }
  }
  static std::vector<std::string> hints_of_lost_values() {
    return {"a compiler drops it; to keep it, state a store that is never executed:",
            "- if: {probability: 0}", "  do:", "    - store: out[0]"};
  }

  // ---- numbers

  std::int64_t count_of(const Formula& formula) const {
    const std::int64_t count = whole(formula, "a number of operations");
    if (count >= 0 && count <= most_repeats) return count;
    fail(formula, "at most " + std::to_string(most_repeats) +
                      " operations of a statement are "
                      "written out, these are " +
                      std::to_string(count));
  }

  std::int64_t whole(const Formula& formula, const std::string& what) const {
    if (!spread_.of_parameters(formula)) {
      fail(formula, what + " that differs from thread to thread cannot be written");
    }
    try {
      const Number value = formula.expression.evaluate(values_);
      if (value.is_integer()) return value.integer();
      fail(formula, what + " is written as a whole number, this is " + to_string(value));
    } catch (const ExpressionError& error) {
      throw FormulaError{&formula, error};
    }
  }

  double chance_of(const Formula& formula) const {
    if (!spread_.of_parameters(formula)) {
      fail(formula, "a probability can only depend on parameters");
    }
    try {
      return formula.expression.evaluate(values_).real();
    } catch (const ExpressionError& error) {
      throw FormulaError{&formula, error};
    }
  }

  std::int64_t rounds_of(const Loop& loop) const {
    const char* what = "the range of a loop without jumps";
    const std::int64_t first = whole(loop.first, what);
    const std::int64_t end = whole(loop.end, what);
    const std::int64_t step = whole(loop.step, what);
    if (step <= 0) fail(loop.step, "a loop without jumps goes upwards");
    const std::int64_t rounds = end > first ? (end - first + step - 1) / step : 0;
    if (rounds > most_repeats) {
      fail(loop.end, "a loop without jumps has at most " + std::to_string(most_repeats) +
                         " rounds, this one " + std::to_string(rounds));
    }
    return std::max<std::int64_t>(rounds, 1);
  }

  // ---- looking around

  int lanes_of(const Access& access) const { return access.bytes / scalar_bytes(access.scalar); }

  bool is_never(const Statement& statement) const {
    const auto* branch = std::get_if<Branch>(&statement.what);
    return branch != nullptr && branch->probability &&
           spread_.of_parameters(*branch->probability) && chance_of(*branch->probability) == 0.0;
  }

  bool is_used(std::size_t slot) const { return spread_.is_used(slot); }

  void list_operations(const Body& body) {
    for (const Statement& statement : body) {
      if (const auto* operation = std::get_if<OperationStatement>(&statement.what)) {
        operations_.push_back(operation);
      } else if (const auto* loop = std::get_if<Loop>(&statement.what)) {
        list_operations(loop->body);
      } else if (const auto* branch = std::get_if<Branch>(&statement.what)) {
        list_operations(branch->then);
        list_operations(branch->otherwise);
      }
    }
  }

  // The type of the first arithmetic behind the statement that is lowered.
  std::string_view next_scalar() const {
    const auto here = std::ranges::find_if(operations_, [&](const OperationStatement* s) {
      return s->count.source.line == source_.line && s->count.source.note == source_.note;
    });
    for (auto at = here; at != operations_.end(); ++at) {
      if (is_arithmetic((*at)->operation)) return scalar_of((*at)->operation);
    }
    return "f32";
  }

  static bool is_arithmetic(const OperationName& name) {
    return name.klass == OperationClass::fp64 || name.klass == OperationClass::fp32 ||
           name.klass == OperationClass::fp16 || name.klass == OperationClass::integer;
  }

  const OperationName* first_operation(const Body& body) const {
    for (const Statement& statement : body) {
      const OperationName* found = nullptr;
      if (const auto* operation = std::get_if<OperationStatement>(&statement.what)) {
        if (is_arithmetic(operation->operation)) found = &operation->operation;
      } else if (const auto* loop = std::get_if<Loop>(&statement.what)) {
        found = first_operation(loop->body);
      } else if (const auto* branch = std::get_if<Branch>(&statement.what)) {
        found = first_operation(branch->then);
        if (found == nullptr) found = first_operation(branch->otherwise);
      } else if (const auto* access = std::get_if<AccessStatement>(&statement.what)) {
        if (is_unused_read(access->access)) found = &*find_unused_read_sum();
      }
      if (found != nullptr) return found;
    }
    return nullptr;
  }

  // Values that are read and index nothing are added up.
  bool is_unused_read(std::size_t number) const {
    const Access& access = program_.accesses[number];
    return access.value_slot && !is_used(*access.value_slot);
  }
  static const std::optional<OperationName>& find_unused_read_sum() {
    static const std::optional<OperationName> sum = find_operation("int", "add");
    return sum;
  }

  std::string_view scalar_in(const Body& body, const OperationName& name) const {
    if (name.klass == OperationClass::integer) return "i32";
    if (name.klass != OperationClass::fp16) return scalar_of(name);
    for (const Statement& statement : body) {
      if (const auto* access = std::get_if<AccessStatement>(&statement.what)) {
        if (program_.accesses[access->access].scalar == "bf16") return "bf16";
      }
    }
    return scalar_of(name);
  }

  // Whether rounds of the loop go to different places.
  bool moves_with(const Loop& loop, const Access& access) const {
    std::vector<std::size_t> moving{loop.slot};
    find_moving(loop.body, moving);
    return std::ranges::any_of(access.expression.indices, [&](const AccessExpression::Index& i) {
      return uses_any(i.expression, moving);
    });
  }

  static bool uses_any(const Expression& expression, const std::vector<std::size_t>& slots) {
    return std::ranges::any_of(expression.names(), [&](const Expression::Name& name) {
      return std::ranges::find(slots, static_cast<std::size_t>(name.slot)) != slots.end();
    });
  }

  void find_moving(const Body& body, std::vector<std::size_t>& moving) const {
    for (const Statement& statement : body) {
      if (const auto* let = std::get_if<Let>(&statement.what)) {
        if (uses_any(let->value.expression, moving)) moving.push_back(let->slot);
      } else if (const auto* draw = std::get_if<Draw>(&statement.what)) {
        moving.push_back(draw->slot);
      } else if (const auto* access = std::get_if<AccessStatement>(&statement.what)) {
        const Access& read = program_.accesses[access->access];
        const bool moved = std::ranges::any_of(
            read.expression.indices,
            [&](const AccessExpression::Index& i) { return uses_any(i.expression, moving); });
        if (read.value_slot && moved) moving.push_back(*read.value_slot);
      } else if (const auto* loop = std::get_if<Loop>(&statement.what)) {
        if (uses_any(loop->first.expression, moving)) moving.push_back(loop->slot);
        find_moving(loop->body, moving);
      } else if (const auto* branch = std::get_if<Branch>(&statement.what)) {
        find_moving(branch->then, moving);
        find_moving(branch->otherwise, moving);
      }
    }
  }

  // ---- writing

  template <class What>
  void emit(What what) {
    lists_.back()->push_back({std::move(what)});
  }

  void open(FlowSteps& steps) {
    lists_.push_back(&steps);
    control_of_list_.push_back(control_);
  }
  void close() {
    lists_.pop_back();
    control_of_list_.pop_back();
  }

  void enter(Spread spread, const Source& source) {
    if (spread <= control_) return;
    control_ = spread;
    control_source_ = source;
  }

  void depart(std::string what, const Source& source, const char* way = "left out") {
    what = std::string(way) + ": " + what;
    const bool known = std::ranges::any_of(now_.departures, [&](const Departure& d) {
      return d.what == what && d.source.line == source.line;
    });
    if (!known) now_.departures.push_back({std::move(what), source});
  }

  [[noreturn]] static void cannot(const Access& access, std::string message,
                                  std::vector<std::string> hints = {}) {
    throw CannotWrite{access.source, access.column, std::move(message), std::move(hints)};
  }

  const Kernel& kernel_;
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
  bool stores_in_place_ = false;
  const Access* lost_ = nullptr;
};

}  // namespace

Dataflow dataflow_of(const Kernel& kernel, std::span<const Number> values,
                     const LaunchShape& shape) {
  return Flow(kernel, values, shape).run();
}

}  // namespace gpumodel
