// What the statements ahead tell: types, indices, places that move.
#include "models/kernel/thread/dataflow/flow.hpp"

#include <algorithm>

namespace gpumodel {

bool Flow::is_never(const Statement& statement) const {
  const auto* branch = std::get_if<Branch>(&statement.what);
  return branch != nullptr && branch->probability && spread_.of_parameters(*branch->probability) &&
         chance_of(*branch->probability) == 0.0;
}

void Flow::list_operations(const Body& body) {
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

std::string_view Flow::next_scalar() const {
  const auto here = std::ranges::find_if(operations_, [&](const OperationStatement* s) {
    return s->count.source.line == source_.line && s->count.source.note == source_.note;
  });
  for (auto at = here; at != operations_.end(); ++at) {
    if (is_arithmetic((*at)->operation)) return scalar_of((*at)->operation);
  }
  return "f32";
}

bool Flow::is_arithmetic(const OperationName& name) {
  return name.klass == OperationClass::fp64 || name.klass == OperationClass::fp32 ||
         name.klass == OperationClass::fp16 || name.klass == OperationClass::integer;
}

const OperationName* Flow::first_operation(const Body& body) const {
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

bool Flow::is_unused_read(std::size_t number) const {
  const Access& access = program_.accesses[number];
  return access.value_slot && !is_used(*access.value_slot);
}

const std::optional<OperationName>& Flow::find_unused_read_sum() {
  static const std::optional<OperationName> sum = find_operation("int", "add");
  return sum;
}

std::string_view Flow::scalar_in(const Body& body, const OperationName& name) const {
  if (name.klass == OperationClass::integer) return "i32";
  if (name.klass != OperationClass::fp16) return scalar_of(name);
  for (const Statement& statement : body) {
    if (const auto* access = std::get_if<AccessStatement>(&statement.what)) {
      if (program_.accesses[access->access].scalar == "bf16") return "bf16";
    }
  }
  return scalar_of(name);
}

bool Flow::moves_with(const Loop& loop, const Access& access) const {
  std::vector<std::size_t> moving{loop.slot};
  find_moving(loop.body, moving);
  return std::ranges::any_of(access.expression.indices, [&](const AccessExpression::Index& i) {
    return uses_any(i.expression, moving);
  });
}

bool Flow::uses_any(const Expression& expression, const std::vector<std::size_t>& slots) {
  return std::ranges::any_of(expression.names(), [&](const Expression::Name& name) {
    return std::ranges::find(slots, static_cast<std::size_t>(name.slot)) != slots.end();
  });
}

void Flow::find_moving(const Body& body, std::vector<std::size_t>& moving) const {
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

}  // namespace gpumodel
