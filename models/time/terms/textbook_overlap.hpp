// What asynchronous copies in n streams gain, in the two textbook forms (exercise sheet 1.4):
//
//   kernel-dominated     t = t_kernel + t_data / n      where t_kernel > t_data
//   transfer-dominated   t = t_data + t_kernel / n      otherwise
//
// The smaller part is spread over the streams and hides all but its first share behind the larger.
// It neglects the start-up costs of the extra copies and launches, and counts both directions of
// the link as one engine; with one stream it is the synchronous time.
#pragma once

#include <algorithm>

#include "models/core/term.hpp"

namespace gpumodel {

// Both forms in one, of plain times and of worked ones; `streams` >= 1.
template <class Time, class Number>
constexpr Time textbook_overlap(Time kernel, Time data, Number streams) {
  using std::max;
  using std::min;
  return max(kernel, data) + min(kernel, data) / streams;
}

// A leaf whose name is "textbook_rule". `streams` >= 1.
TermId textbook_overlap_term(TermTree& tree, TermId kernel, TermId transfers, int streams);

}  // namespace gpumodel
