// Operations take what waits, then arguments, and give the running value.
#include "models/kernel/thread/dataflow/flow.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

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

}  // namespace

void Flow::compute(const OperationName& name, std::int64_t count) {
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

void Flow::start(Operation operation, std::string_view scalar) {
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

FlowOperand Flow::next_operand(Operation operation, std::size_t place) {
  if (const auto value = take()) return *value;
  if (place == 0) return {.kind = FlowOperand::Kind::place};
  if (operation == Operation::fma && place == 2) return {.kind = FlowOperand::Kind::addend};
  return {.kind = argument_of(operation)};
}

void Flow::continue_running(Operation operation, std::string_view scalar, bool bits,
                            std::int64_t count) {
  const auto retype = [&] {
    if (now_.running->scalar == scalar) return running();
    met_conversion();
    now_.running->scalar = scalar;
    now_.running->reg = make_register({.scalar = scalar});
    now_.running->former.reset();
    return running();
  };
  while (count > 0) {
    const FlowOperand before = running();
    const bool alone = bits || is_unary(operation) || available() == 0;
    std::vector<FlowOperand> operands = operands_on(operation, before, !bits);
    const FlowOperand target = retype();
    // The first may change the type: it stands alone then.
    const std::int64_t times = alone && before.reg == target.reg ? count : 1;
    std::optional<FlowOperand> former;
    if (times == count && !bits) former = keep_apart(operation, count, operands);
    emit(ComputeStep{.operation = operation,
                     .scalar = scalar,
                     .target = target,
                     .operands = std::move(operands),
                     .former = former,
                     .repeat = times,
                     .bits = bits});
    count -= times;
  }
}

std::vector<FlowOperand> Flow::operands_on(Operation operation, const FlowOperand& value,
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

void Flow::compute_chains(Operation operation, std::string_view scalar, bool bits,
                          std::int64_t count) {
  Running& all = *now_.running;
  if (all.scalar != scalar) {
    throw CannotWrite{source_, 0, "several running values cannot change their type in a loop"};
  }
  if (available() == 0 && count % all.extent == 0) {
    std::vector<FlowOperand> operands = operands_on(operation, running(), false);
    std::optional<FlowOperand> former;
    if (!bits) former = keep_apart(operation, count / all.extent, operands);
    emit(ComputeStep{.operation = operation,
                     .scalar = scalar,
                     .target = running(),
                     .operands = std::move(operands),
                     .former = former,
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

std::optional<FlowOperand> Flow::keep_apart(Operation operation, std::int64_t count,
                                            std::vector<FlowOperand>& operands) {
  Running& value = *now_.running;
  const bool with_argument = operands.back().kind != FlowOperand::Kind::value;
  if (!with_argument || (count == 1 && value.level == level())) return std::nullopt;
  if (operation == Operation::int_add) operands.pop_back();
  if (operation != Operation::int_add && operation != Operation::int_logic) return std::nullopt;
  if (!value.former) {
    value.former = make_register({.scalar = value.scalar, .extent = value.extent, .former = true});
  }
  operands.push_back({.reg = *value.former});
  return operands.back();
}

void Flow::unfold() {
  const Running all = *now_.running;
  now_.running.reset();
  std::vector<Value> ahead;
  for (std::int64_t i = 0; i < all.extent; ++i) {
    ahead.push_back({{.reg = all.reg, .element = i}, all.scalar, level()});
  }
  now_.values.insert(now_.values.begin(), ahead.begin(), ahead.end());
}

bool Flow::bits_of_running() {
  if (now_.running) return !is_whole_number_type(now_.running->scalar);
  const auto first = std::ranges::find_if(now_.values, [](const Value& v) { return !v.used; });
  if (first == now_.values.end() || is_whole_number_type(first->scalar)) return false;
  run_on(*take_value());
  return true;
}

std::string_view Flow::scalar_of(const OperationName& name) const {
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

void Flow::convert(std::int64_t count) {
  if (!now_.running && now_.values.empty()) {
    begin_running(next_scalar());
    now_.running->extent = count;
    now_.registers[now_.running->reg].extent = count;
    emit(MoveStep{running(), {.kind = FlowOperand::Kind::place}, count > 1});
    return;
  }
  now_.conversions.emplace_back(source_, count);
}

void Flow::met_conversion() {
  for (auto& [source, left] : now_.conversions) {
    if (left > 0) {
      --left;
      return;
    }
  }
}

}  // namespace gpumodel
