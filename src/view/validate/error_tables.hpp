// Statistics of errors as columns, and recorded bars; of kernels and of programs.
#pragma once

#include <span>
#include <vector>

#include "models/validation/bars.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Cell percent_cell(double fraction);
const std::vector<Column>& error_columns();
// One cell for each of them; n/a where there are no points.
void add_errors(std::vector<Cell>& row, const ErrorStatistics& errors);
Table bar_table(std::span<const BarResult> bars);

}  // namespace gpumodel
