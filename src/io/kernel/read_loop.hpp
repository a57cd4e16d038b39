// The head of a loop: for: {k: 0..n}, and beside it step and unroll.
#pragma once

#include "src/io/kernel/thread_context.hpp"
#include "src/io/text/mapping.hpp"

namespace gpumodel {

// Everything but the body. The variable is defined in the innermost scope.
Loop read_loop_head(const Node& node, Mapping& fields, const ThreadContext& context);

}  // namespace gpumodel
