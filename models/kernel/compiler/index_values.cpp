#include "models/kernel/compiler/index_values.hpp"

#include <algorithm>
#include <bit>

namespace gpumodel {
namespace {

using Op = Expression::Op;

bool is_logic(Op op) {
  return op == Op::logical_and || op == Op::logical_or || op == Op::logical_not;
}

bool is_division(Op op) {
  return op == Op::c_divide || op == Op::c_modulo || op == Op::divide || op == Op::modulo ||
         op == Op::floor_div || op == Op::ceil_div;
}

// Of one operator on values that are no constants (machine code of nvcc 13 for sm_90). Division by
// a power of two rounds towards zero: sign, sum, shift; by another constant it multiplies; by a
// value it multiplies by a reciprocal (see reciprocal()) and corrects the result: absolute value,
// product, remainder, two corrections, sign. All of signed numbers, for formulas have no others:
// of unsigned ones it is three fewer (counters of generated kernels, docs/generated.md).
CodeCounts cost_of(Op op, const IndexSum& divisor) {
  const std::optional<std::int64_t> by = divisor.as_constant();
  const bool shift = by && *by > 0 && std::has_single_bit(static_cast<std::uint64_t>(*by));
  switch (op) {
    case Op::c_divide:
    case Op::floor_div:
    case Op::ceil_div:
    case Op::divide:
      if (shift) return {.either = 3};
      if (by) return {.multiply = 1, .either = 2};
      return {.multiply = 2, .either = 12};
    case Op::c_modulo:
    case Op::modulo:
      if (shift) return {.either = 4};
      if (by) return {.multiply = 2, .either = 2};
      return {.multiply = 2, .either = 8};
    case Op::log2:
    case Op::sqrt:
      return {.either = 2, .special = 1};
    default:
      return {.either = 1};
  }
}

}  // namespace

void CodeCounts::add(const CodeCounts& other, double times) {
  alu += times * other.alu;
  multiply += times * other.multiply;
  either += times * other.either;
  uniform += times * other.uniform;
  load_store += times * other.load_store;
  predicated += times * other.predicated;
  predicated_shared += times * other.predicated_shared;
  special += times * other.special;
  control += times * other.control;
}

IndexValues::IndexValues(const PreparedProgram& program) {
  slots_.resize(program.slots);
  const std::size_t parameters = program.kernel->parameters.size();
  for (std::size_t i = 0; i < program.values.size(); ++i) {
    if (i >= parameters) {
      slots_[i] = coordinate({.uniform = 1});  // block.x, .y, .z
    } else if (program.known[i] && program.values[i].is_integer()) {
      slots_[i] = IndexSum::constant(program.values[i].integer());
    } else {
      slots_[i] = coordinate({.uniform = 1});
      values_.back().argument = true;
    }
  }
  bind_coordinates(program);
}

IndexSum IndexValues::coordinate(CodeCounts first_use, std::vector<int> needs) {
  values_.push_back({.first_use = first_use, .needs = std::move(needs)});
  return IndexSum::value(static_cast<int>(values_.size()) - 1);
}

void IndexValues::bind_coordinates(const PreparedProgram& program) {
  const std::size_t first = program.first_coordinate();
  const auto number = [&](std::size_t slot) { return slots_[slot].terms.begin()->first.front(); };
  const std::size_t extents = first - 3;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    slots_[first + thread_x + axis] = coordinate({.load_store = 1});
    slots_[first + block_index_x + axis] = coordinate({.uniform = 1});
    slots_[first + grid_x + axis] = coordinate({.uniform = 1});
    slots_[first + global_x + axis] =
        coordinate({.multiply = 1}, {number(first + thread_x + axis),
                                     number(first + block_index_x + axis), number(extents + axis)});
  }
  const bool flat = program.shape.block[1] == 1 && program.shape.block[2] == 1;
  std::vector<int> thread{number(first + thread_x)};
  const CodeCounts linear{.multiply = flat ? 0.0 : 2.0};
  if (!flat) thread.insert(thread.end(), {number(first + thread_x + 1), number(extents)});
  CodeCounts shift = linear;
  shift.either += 1;
  slots_[first + lane_name] = coordinate(shift, thread);
  slots_[first + warp_name] = coordinate({.either = 1}, {number(first + lane_name)});
}

int IndexValues::fresh(std::size_t depth) {
  values_.push_back({.depth = depth, .first_use = {}, .needs = {}, .made = true});
  return static_cast<int>(values_.size()) - 1;
}

std::size_t IndexValues::depth_of(const IndexSum& sum) const {
  std::size_t depth = 0;
  for (const auto& [product, coefficient] : sum.terms) {
    for (const int value : product) {
      depth = std::max(depth, values_[static_cast<std::size_t>(value)].depth);
    }
  }
  return depth;
}

// A whole-number reciprocal, by way of one in single precision: conversions, a special function and
// a correction; beside it |b|, ~b and whether b is 0. Divisions by the same value share it.
int IndexValues::reciprocal(const IndexSum& divisor) {
  const auto [at, is_new] = reciprocals_.try_emplace(divisor, static_cast<int>(values_.size()));
  if (is_new) {
    IndexValue value{.depth = depth_of(divisor),
                     .first_use = {.multiply = 2, .either = 6, .special = 3},
                     .needs = {}};
    for (const auto& [product, coefficient] : divisor.terms) {
      value.needs.insert(value.needs.end(), product.begin(), product.end());
    }
    values_.push_back(std::move(value));
  }
  return at->second;
}

// By a value. A quotient and a remainder of the same two numbers are made together.
void IndexValues::divide(IndexValue& value, Op op, const IndexSum& a, const IndexSum& b) {
  const Op other = op == Op::c_divide ? Op::c_modulo : Op::c_divide;
  const auto together = opaque_.find({other, a, b});
  if (together == opaque_.end() || (op != Op::c_divide && op != Op::c_modulo)) {
    value.inverse = reciprocal(b);
    value.needs.push_back(value.inverse);
  } else {
    value.first_use = op == Op::c_modulo ? CodeCounts{.multiply = 1} : CodeCounts{.either = 5};
    value.needs.push_back(together->second);
  }
}

IndexSum IndexValues::opaque(Op op, const IndexSum& a, const IndexSum& b) {
  const auto [at, is_new] = opaque_.try_emplace({op, a, b}, static_cast<int>(values_.size()));
  if (is_new) {
    IndexValue value{.depth = std::max(depth_of(a), depth_of(b)), .first_use = {}, .needs = {}};
    if (!Expression::is_comparison(op) && !is_logic(op)) value.first_use = cost_of(op, b);
    if (is_division(op) && !b.as_constant()) {
      opaque_.erase(at);
      divide(value, op, a, b);
      opaque_.emplace(std::tuple{op, a, b}, static_cast<int>(values_.size()));
    }
    for (const IndexSum* sum : {&a, &b}) {
      for (const auto& [product, coefficient] : sum->terms) {
        value.needs.insert(value.needs.end(), product.begin(), product.end());
      }
      if (sum->terms.size() > 1) value.first_use.either += 1;
    }
    values_.push_back(std::move(value));
  }
  return IndexSum::value(opaque_.at({op, a, b}));
}

IndexSum IndexValues::apply(Op op, const IndexSum& a, const IndexSum& b, Sides* comparisons) {
  std::optional<IndexSum> sum;
  if (op == Op::add) sum = add(a, b);
  if (op == Op::subtract) sum = add(a, b, -1);
  if (op == Op::multiply) sum = multiply(a, b);
  if (op == Op::negate) sum = add({}, a, -1);
  if (sum) return *sum;
  const auto left = a.as_constant();
  const auto right = b.as_constant();
  if (left && right) {
    try {
      const Number first = Number::integer(*left);
      const Number result = Expression::is_unary(op)
                                ? Expression::apply(op, first)
                                : Expression::apply(op, first, Number::integer(*right));
      if (result.is_integer()) return IndexSum::constant(result.integer());
    } catch (const ArithmeticError&) {  // the run of the block says so
    }
  }
  if (comparisons != nullptr && Expression::is_comparison(op)) comparisons->emplace_back(a, b);
  return opaque(op, a, b);
}

IndexSum IndexValues::translate(const Expression& expression, Sides* comparisons) {
  std::vector<IndexSum> stack;
  for (const Expression::Instruction& instruction : expression.code()) {
    if (instruction.op == Op::constant) {
      const Number& number = expression.constants()[instruction.operand];
      stack.push_back(IndexSum::constant(number.is_integer() ? number.integer() : 0));
    } else if (instruction.op == Op::name) {
      stack.push_back(
          slots_[static_cast<std::size_t>(expression.names()[instruction.operand].slot)]);
    } else {
      IndexSum right = stack.back();
      stack.pop_back();
      if (Expression::is_unary(instruction.op)) {
        stack.push_back(apply(instruction.op, right, {}, comparisons));
      } else {
        stack.back() = apply(instruction.op, stack.back(), right, comparisons);
      }
    }
  }
  return stack.empty() ? IndexSum{} : stack.back();
}

IndexValues::Sides IndexValues::sides_of(const Expression& condition) {
  Sides sides;
  const IndexSum whole = translate(condition, &sides);
  if (sides.empty() && !whole.as_constant()) sides.emplace_back(whole, IndexSum{});
  return sides;
}

IndexSum IndexValues::element_of(const PreparedAccess& access) {
  const Array& array = *access.array->array;
  const auto& indices = access.access->expression.indices;
  const bool flat = indices.size() < array.shape.size();
  IndexSum result;
  IndexSum stride = IndexSum::constant(1);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const bool row = array.order == StorageOrder::row_major;
    const std::size_t d = row ? indices.size() - 1 - i : i;
    const std::optional<IndexSum> term = multiply(translate(indices[d].expression), stride);
    if (term) result = add(result, *term).value_or(result);
    if (flat) break;
    IndexSum extent = translate(array.shape[d].expression);
    if (i == 0 && array.padding) {
      extent = add(extent, translate(array.padding->expression)).value_or(extent);
    }
    stride = multiply(stride, extent).value_or(stride);
  }
  return result;
}

}  // namespace gpumodel
