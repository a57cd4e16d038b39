// What stands in an array, or is drawn, as a C++ expression.
#pragma once

#include <span>

#include "models/kernel/thread/contents.hpp"
#include "src/io/cuda/expression_text.hpp"

namespace gpumodel {

// `bits` are 64 even bits, as text; `values` those of the first slots. Of a file: an element of
// `table`, at `index`. Throws FormulaError.
std::string contents_text(const Contents& contents, std::span<const Number> values,
                          const std::string& bits, const NameText& name,
                          const std::string& table = {}, const std::string& index = {});

}  // namespace gpumodel
