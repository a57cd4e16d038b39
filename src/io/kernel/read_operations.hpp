// Operations of a thread program: arithmetic, and register spills.
#pragma once

#include "src/io/fields/schema_writer.hpp"
#include "src/io/kernel/thread_context.hpp"

namespace gpumodel {

// The statements that count operations: "fp32", "int", "convert", ... in the order of the table of
// operations.
std::vector<std::string> operation_statements();

// What stands behind one of them: fp32: {fma: 2}, fp32: 4, convert: 1.
void read_operations(const std::string& name, const Node& node, const ThreadContext& context,
                     Body& body);

// spill: {load: bytes, store: bytes}
void read_spill(const Node& node, const ThreadContext& context, Body& body);

std::string schema_of_operation(SchemaWriter& writer, std::string_view name);
std::string schema_of_spill(SchemaWriter& writer);

}  // namespace gpumodel
