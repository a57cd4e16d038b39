// The statements of a thread program.
#pragma once

#include "src/io/kernel/thread_context.hpp"

namespace gpumodel {

// The list behind `do`.
Body read_statements(const Node& list, const ThreadContext& context);

}  // namespace gpumodel
