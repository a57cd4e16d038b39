// openacc: a loop nest and how a compiler shares it out, instead of `launch` or beside it.
#pragma once

#include "models/kernel/kernel.hpp"
#include "src/io/fields/schema_writer.hpp"
#include "src/io/kernel/formula_reader.hpp"
#include "src/io/kernel/thread_context.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {

// Where no launch gives them values by `let`: the variables of the nest, before the statements.
void define_nest(const Node& openacc, const ThreadContext& context);

// After the program, which is `kernel.thread`: `thread` is its node.
OpenAccSchedule read_openacc(const Node& node, const Node& thread, const Kernel& kernel,
                             FormulaReader& formulas, Problems& problems);

// Once the file has no other faults: whether there is such a launch, at the default parameters. A
// kernel without `launch` gets that of a device that is not known.
void settle_openacc(Kernel& kernel, Problems& problems);

std::string schema_of_openacc(SchemaWriter& writer);

}  // namespace gpumodel
