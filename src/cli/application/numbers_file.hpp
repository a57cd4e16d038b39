// What stood in an array, as a file of numbers that a descriptor names.
#pragma once

#include <string>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

// "--values 'col=uniform: [FIRST, END]'" asks what stands in col; empty: it asks something else.
std::string array_asked(const Diagnostic& said);

// The bytes in `raw`, numbers of this type ("i4", "u1"), as lines of `to`, which begins with a
// comment. Throws UsageError.
void write_numbers_file(const std::string& raw, const std::string& type, const std::string& comment,
                        const std::string& to);

}  // namespace gpumodel
