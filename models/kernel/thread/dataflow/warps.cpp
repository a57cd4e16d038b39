// Shuffles and votes.
#include "models/kernel/thread/dataflow/flow.hpp"

#include <algorithm>

namespace gpumodel {

void Flow::exchange(std::int64_t count) {
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

void Flow::vote(std::int64_t count) {
  require_warps();
  run_on_waiting();
  for (std::int64_t i = 0; i < count; ++i) {
    emit(VoteStep{running(), control_ == Spread::thread});
  }
  now_.running->stored = false;
  now_.last.reset();
}

void Flow::require_warps() const {
  if (shape_.threads_per_block() % 32 == 0) return;
  throw CannotWrite{source_, 0,
                    "shuffles and votes need whole warps, and a block has " +
                        std::to_string(shape_.threads_per_block()) + " threads"};
}

void Flow::run_on_waiting() {
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

void Flow::run_on(const Value& value) {
  const Register& reg = now_.registers[value.operand.reg];
  const bool plain = reg.lanes == 1 && reg.extent == 1 && reg.rounds == nullptr &&
                     value.level == level() && value.operand.kind == FlowOperand::Kind::value;
  begin_running(value.scalar, plain ? std::optional(value.operand.reg) : std::nullopt);
  if (!plain) emit(MoveStep{running(), value.operand});
}

void Flow::make(Value& value) {
  if (value.exchange == 0) return;
  const std::size_t reg = make_register({.scalar = now_.running->scalar});
  lists_[value.list]->push_back({ExchangeStep{
      {.reg = reg}, running(), value.exchange, control_of_list_[value.list] == Spread::thread}});
  value.exchange = 0;
  value.operand = {.reg = reg};
}

void Flow::make_exchanges() {
  for (Value& value : now_.values) {
    if (value.exchange != 0 && value.list == lists_.size() - 1) make(value);
  }
}

}  // namespace gpumodel
