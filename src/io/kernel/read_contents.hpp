// What stands in an array, or may come out of a draw.
#pragma once

#include "models/kernel/thread/contents.hpp"
#include "src/io/fields/schema_writer.hpp"
#include "src/io/kernel/formula_reader.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {

// An expression, or one of {uniform: }, {banded: }, {histogram: } and {file: }. Files of numbers
// are found from the folder of the kernel file.
Contents read_contents(const Node& node, std::string_view key, NameScope scope,
                       FormulaReader& formulas, Problems& problems);

std::string schema_of_contents(SchemaWriter& writer);

namespace types {
inline constexpr ValueType contents{"contents", schema_of_contents};
}

}  // namespace gpumodel
