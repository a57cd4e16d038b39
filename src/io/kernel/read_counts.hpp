// The depth of counts: what one work item computes and moves.
#pragma once

#include "models/kernel/kernel.hpp"
#include "src/io/fields/schema_writer.hpp"
#include "src/io/kernel/formula_reader.hpp"
#include "src/io/text/mapping.hpp"

namespace gpumodel {

// 'work_items' and 'per_item' of the kernel file `top`. The arrays are known already.
void read_counts(Mapping& top, FormulaReader& formulas, Problems& problems, Kernel& kernel);

std::string schema_of_per_item(SchemaWriter& writer);

}  // namespace gpumodel
