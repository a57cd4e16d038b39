// What asynchronous copies in n streams gain, in the two textbook forms (exercise sheet 1.4):
//
//   kernel-dominated     t = t_kernel + t_data / n      where t_kernel > t_data
//   transfer-dominated   t = t_data + t_kernel / n      otherwise
//
// The smaller part is spread over the streams and hides all but its first share behind the larger.
// It neglects the start-up costs of the extra copies and launches, and counts both directions of
// the link as one engine; with one stream it is the synchronous time.
#pragma once

#include "models/core/term.hpp"

namespace gpumodel {

// The form itself; `streams` >= 1.
constexpr Seconds textbook_overlap(Seconds kernel, Seconds data, int streams) {
  return kernel > data ? kernel + data / static_cast<double>(streams)
                       : data + kernel / static_cast<double>(streams);
}

// A leaf whose name is "overlap". `streams` >= 1.
TermId stream_overlap_term(TermTree& tree, TermId kernel, TermId transfers, int streams);

}  // namespace gpumodel
