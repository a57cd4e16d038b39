// Loops: whether a value is carried round them is tried.
#include "models/kernel/thread/dataflow/flow.hpp"

#include <algorithm>

namespace gpumodel {

void Flow::lower(const Loop& loop) {
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

Flow::Trial Flow::try_rounds(const Loop& loop, std::int64_t rounds, bool carried) {
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

void Flow::begin_rounds(const Loop& loop) {
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

void Flow::rows_by_round(const Loop& loop, std::int64_t rounds) {
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

bool Flow::end_rounds(const Loop& loop, std::int64_t rounds, bool carried,
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

bool Flow::lose_values() {
  for (const Value& value : now_.values) {
    if (value.level == level() && value.access != nullptr) lost_ = value.access;
  }
  std::erase_if(now_.values, [&](const Value& v) { return v.level == level(); });
  return true;
}

void Flow::take_rows() {
  std::vector<std::size_t> taken;
  for (const Value& value : now_.values) {
    if (value.operand.round != nullptr && value.used) taken.push_back(value.operand.reg);
  }
  std::erase_if(now_.values, [&](const Value& v) {
    return v.operand.round == loops_.back() ||
           std::ranges::find(taken, v.operand.reg) != taken.end();
  });
}

void Flow::keep_rows(const Loop& loop, std::int64_t rounds) {
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

}  // namespace gpumodel
