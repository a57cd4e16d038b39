// Bars of accuracy, recorded beside the records:
//
//   bars:
//     roofline:                                    a model, or `counters`
//       all:     {n: 420, mape: 0.4}               points of all backends; or a backend
//       openacc: {median_ape: 0.3}
//       streams: {max_ape: 0.1}                    or a set of the suite
//     counters:
//       l2_sectors: {median_ape: 0.1, max_ape: 0.25}
#pragma once

#include "models/validation/program_bars.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

// Throws InputError with every fault of the file.
std::vector<Bar> read_bars(const TextFile& text, std::span<const PointSet> sets);
// The same of programs: models only, and sets of points as the suite calls them.
std::vector<Bar> read_program_bars(const TextFile& text);

}  // namespace gpumodel
