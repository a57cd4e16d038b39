// The statements of a thread program.
#pragma once

#include "src/io/fields/schema_writer.hpp"
#include "src/io/kernel/thread_context.hpp"

namespace gpumodel {

// The list behind `do`.
Body read_statements(const Node& list, const ThreadContext& context);

std::string schema_of_statement(SchemaWriter& writer);
std::string schema_of_statements(SchemaWriter& writer);
std::string schema_of_lets(SchemaWriter& writer);

}  // namespace gpumodel
