// Values that wait for their use, and the running one.
#include "models/kernel/thread/dataflow/flow.hpp"

#include <algorithm>

namespace gpumodel {

std::size_t Flow::available() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(now_.values, [](const Value& v) { return !v.used; }));
}

std::size_t Flow::fresh() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      now_.values, [&](const Value& v) { return v.fresh && v.level == level(); }));
}

std::optional<Flow::Value> Flow::take_value() {
  auto found = std::ranges::find_if(now_.values,
                                    [&](const Value& v) { return v.level == level() && !v.used; });
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

std::optional<FlowOperand> Flow::take() {
  const std::optional<Value> value = take_value();
  return value ? std::optional(value->operand) : std::nullopt;
}

std::optional<FlowOperand> Flow::value_to_store(std::size_t number) {
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

std::optional<FlowOperand> Flow::fresh_value(const Access& access) {
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

void Flow::add_up() {
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
    FlowOperand sum = running();
    if (now_.running->extent > 1) sum.element = now_.added % now_.running->extent;
    emit(ComputeStep{add, now_.running->scalar, sum, {sum, value}});
    now_.running->stored = false;
    ++now_.added;
  }
}

void Flow::fold_chains() {
  if (!now_.running || now_.running->extent == 1) return;
  if (now_.running->level != level()) {
    throw CannotWrite{now_.running->source, 0,
                      "several running values are stored in a loop as one"};
  }
  unfold();
  add_up();
}

void Flow::begin_running(std::string_view scalar, std::optional<std::size_t> reg) {
  Running running;
  running.scalar = scalar;
  running.level = level();
  running.chain = ++now_.chains;
  running.source = source_;
  running.reg = reg ? *reg : make_register({.scalar = scalar});
  now_.running = running;
}

std::size_t Flow::make_register(Register reg) {
  now_.registers.push_back(std::move(reg));
  return now_.registers.size() - 1;
}

}  // namespace gpumodel
