#include "models/kernel/thread/dataflow/value_spread.hpp"

#include <algorithm>

#include "models/core/expression/slots.hpp"

namespace gpumodel {

ValueSpread::ValueSpread(const Kernel& kernel)
    : constants_(kernel.parameters.size() + block_names.size()) {
  const std::size_t slots = constants_ + thread_names.size() + kernel.thread->variables.size();
  spread_.assign(slots, Spread::block);
  used_.assign(slots, false);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    spread_[constants_ + thread_x + axis] = Spread::thread;
    spread_[constants_ + global_x + axis] = Spread::thread;
  }
  spread_[constants_ + lane_name] = Spread::thread;
  spread_[constants_ + warp_name] = Spread::warp;
  for (const Access& access : kernel.thread->accesses) {
    for (const AccessExpression::Index& index : access.expression.indices) use(index.expression);
  }
  find_uses(kernel.thread->body);
}

void ValueSpread::define(std::size_t slot, const Access& read) {
  Spread widest = Spread::block;
  for (const AccessExpression::Index& index : read.expression.indices) {
    widest = std::max(widest, of(index.expression));
  }
  define(slot, widest);
}

Spread ValueSpread::define_loop(const Loop& loop) {
  const Spread spread = std::max({of(loop.first), of(loop.end), of(loop.step)});
  define(loop.slot, spread);
  return spread;
}

bool ValueSpread::of_parameters(const Formula& formula) const {
  return follows_from_first(constants_, formula.expression);
}

Spread ValueSpread::of(const Expression& expression) const {
  Spread widest = Spread::block;
  for (const Expression::Name& name : expression.names()) {
    widest = std::max(widest, spread_[static_cast<std::size_t>(name.slot)]);
  }
  return widest;
}

void ValueSpread::use(const Expression& expression) {
  for (const Expression::Name& name : expression.names()) {
    used_[static_cast<std::size_t>(name.slot)] = true;
  }
}

void ValueSpread::find_uses(const Body& body) {
  for (const Statement& statement : body) {
    if (const auto* let = std::get_if<Let>(&statement.what)) {
      use(let->value.expression);
    } else if (const auto* draw = std::get_if<Draw>(&statement.what)) {
      for (const Formula& argument : draw->contents.arguments) use(argument.expression);
    } else if (const auto* loop = std::get_if<Loop>(&statement.what)) {
      for (const Formula* formula : {&loop->first, &loop->end, &loop->step}) {
        use(formula->expression);
      }
      find_uses(loop->body);
    } else if (const auto* branch = std::get_if<Branch>(&statement.what)) {
      if (branch->condition) use(branch->condition->expression);
      find_uses(branch->then);
      find_uses(branch->otherwise);
    }
  }
}

}  // namespace gpumodel
