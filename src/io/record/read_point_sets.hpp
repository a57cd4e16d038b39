// The sets of a suite:
//
//   sets:
//     - set: streams
//       summary: one line                         what the set is about
//       kernels: [saxpy, triad]                   ids; default: all
//       backends: cuda                            default: all
//       over: 50 us                               of the measured time; `under` as well
//       counts: yes                               no: kept out of the sums and of other sets
//
// A set that is there twice holds the points of both.
#pragma once

#include <span>
#include <vector>

#include "models/validation/suite.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {

// Kernels must be in the library or among `entries`: a set of a misspelt one would be empty and
// nobody would see it.
std::vector<PointSet> read_point_sets(const Node& node, std::span<const SuiteEntry> entries,
                                      Problems& problems);

}  // namespace gpumodel
