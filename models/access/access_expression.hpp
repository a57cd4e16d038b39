// An access as it is written in a kernel: an array, its indices, perhaps a member.
//
//   x[2*i]        U[i][j-1]        racks[tid].widthA        s[i].v[1]
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/core/expression/expression.hpp"

namespace gpumodel {

struct AccessExpression {
  struct Index {
    Expression expression;   // index arithmetic: / and % as in C
    std::size_t column = 0;  // byte offset of its first character in `text`
  };

  std::string text;
  std::string array;
  std::vector<Index> indices;  // slowest dimension first; at least one
  std::string member;          // empty: the element as a whole
  std::size_t member_column = 0;
  std::int64_t member_index = 0;  // of an array member; a constant
};

inline constexpr std::size_t max_dimensions = 8;

// Throws ExpressionError with columns into `text`.
AccessExpression parse_access(std::string_view text);

}  // namespace gpumodel
