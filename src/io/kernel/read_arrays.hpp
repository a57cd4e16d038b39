// The arrays of a kernel file.
#pragma once

#include <optional>
#include <vector>

#include "models/kernel/kernel.hpp"
#include "src/io/fields/schema_writer.hpp"
#include "src/io/kernel/formula_reader.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {

std::vector<Array> read_arrays(const Node& node, FormulaReader& formulas, Problems& problems);

// The array that the text of a node names; a fault where there is none.
std::optional<std::size_t> find_array(const Node& name, const std::vector<Array>& arrays,
                                      Problems& problems);

std::string schema_of_array(SchemaWriter& writer);

}  // namespace gpumodel
