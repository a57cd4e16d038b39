// The head of a loop: for: {k: 0..n}, and beside it step and unroll.
#pragma once

#include "src/io/fields/key_row.hpp"
#include "src/io/kernel/thread_context.hpp"
#include "src/io/text/mapping.hpp"

namespace gpumodel {

inline constexpr KeyText loop_step{"step", Key::optional, types::expression, "1 if not given"};
inline constexpr ValueType unroll_count{
    R"({"oneOf": [{"type": "integer", "minimum": 1}, {"const": "full"}]})"};
inline constexpr KeyText loop_unroll{"unroll", Key::optional, unroll_count, "1 if not given"};

// Everything but the body. The variable is defined in the innermost scope.
Loop read_loop_head(const Node& node, Mapping& fields, const ThreadContext& context);

}  // namespace gpumodel
