#include "models/access/array_access.hpp"

namespace gpumodel {
namespace {

[[noreturn]] void fail(const AccessExpression::Index& index, std::string message,
                       std::string hint = {}) {
  throw ExpressionError{std::move(message), std::move(hint), index.column,
                        std::max<std::size_t>(1, index.expression.text().size())};
}

Number evaluate(const AccessExpression::Index& index, std::span<const Number> values) {
  try {
    return index.expression.evaluate(values);
  } catch (ExpressionError& error) {
    error.column += index.column;
    throw;
  }
}

std::int64_t value_of(const AccessExpression::Index& index, std::span<const Number> values) {
  const Number value = evaluate(index, values);
  if (value.is_integer()) return value.integer();
  // Where a fraction was computed, its value may still be whole on this lane: 0.5 * 0.
  fail(index, "the index is computed with fractions (here " + to_string(value) + ")",
       "indices are whole numbers: i/2 drops the fraction as in C, floor() and ceil() round");
}

std::int64_t address_of(const AccessExpression& access, const ArrayLayout& layout,
                        std::span<const Number> values) {
  std::int64_t element = 0;
  bool overflow = false;
  for (std::size_t d = 0; d < access.indices.size(); ++d) {
    const std::int64_t value = value_of(access.indices[d], values);
    if (!layout.shape.empty()) {
      const std::int64_t extent = layout.shape[d];
      if (value < 0 || value >= extent) {
        fail(access.indices[d], "the index is " + std::to_string(value) + ", outside 0 to " +
                                    std::to_string(extent - 1));
      }
      const bool last = d + 1 == layout.shape.size();
      overflow |= __builtin_mul_overflow(element, extent + (last ? layout.padding : 0), &element);
    }
    overflow |= __builtin_add_overflow(element, value, &element);
  }
  std::int64_t address = 0;
  overflow |= __builtin_mul_overflow(element, layout.stride_bytes, &address);
  overflow |= __builtin_add_overflow(address, layout.base + layout.member_offset, &address);
  if (overflow || address >= address_end - max_access_bytes) {
    fail(access.indices.back(), "the address is beyond 2^47");
  }
  if (address < 0) {
    fail(access.indices.back(), "the address is " + std::to_string(address) + ", before the array");
  }
  return address;
}

bool passes(const Expression& guard, std::span<const Number> values) {
  return !guard.evaluate(values).is_zero();
}

}  // namespace

WarpLanes lanes_of(const AccessExpression& access, const ArrayLayout& layout, std::uint32_t active,
                   const Expression* guard, const LaneValues& values) {
  WarpLanes lanes;
  lanes.bytes = layout.access_bytes;
  for (std::uint32_t left = active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    bool in_guard = true;
    try {
      const std::span<const Number> slots = values(lane);
      if (guard != nullptr && !passes(*guard, slots)) continue;
      in_guard = false;
      lanes.address[static_cast<std::size_t>(lane)] = address_of(access, layout, slots);
    } catch (ExpressionError& error) {
      throw LaneError{std::move(error), lane, in_guard};
    }
    lanes.active |= std::uint32_t{1} << lane;
  }
  return lanes;
}

}  // namespace gpumodel
