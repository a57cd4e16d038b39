// Which values an expression looks at, by the slots that its names are bound to.
#pragma once

#include <algorithm>
#include <cstddef>

#include "models/core/expression/expression.hpp"

namespace gpumodel {

template <class Is>
bool any_slot(const Expression& expression, const Is& is) {
  return std::ranges::any_of(expression.names(), [&](const Expression::Name& name) {
    return is(static_cast<std::size_t>(name.slot));
  });
}

// Whether it follows from the first `count` values alone.
inline bool follows_from_first(std::size_t count, const Expression& expression) {
  return !any_slot(expression, [count](std::size_t slot) { return slot >= count; });
}

}  // namespace gpumodel
