// What comparisons draw.
#pragma once

#include "src/app/compare/compare.hpp"
#include "src/app/compare/files.hpp"
#include "src/view/picture/picture.hpp"

namespace gpumodel {

// Rows of more than that are in the table only.
inline constexpr std::size_t most_rows_drawn = 60;

// A bar with its interval for each row; what is compared with each other has one scale.
Picture compared_times_picture(const CompareAnswer& answer);
// The leaves of the terms of each kernel's rows, on the same scales.
Picture compared_terms_picture(const CompareAnswer& answer);
// New over base with intervals, on a logarithmic axis; the band is what counts as the same.
Picture ratios_picture(const FilesAnswer& answer);
// What each term moved, to the left where it became shorter.
Picture term_moves_picture(const ResultPair& pair);

}  // namespace gpumodel
