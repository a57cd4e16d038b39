#include "models/time/terms/textbook_overlap.hpp"

namespace gpumodel {

TermId textbook_overlap_term(TermTree& tree, TermId kernel, TermId transfers, int streams) {
  Workings& w = tree.workings();
  const auto t_kernel = w.term("t_kernel", tree[kernel].time, "kernel");
  const auto t_data = w.term("t_data", tree[transfers].time, "transfers");
  const auto n = w.asked("n", Count{static_cast<double>(streams)}, "streams");
  // At an end of the interval the larger part may be another one than in its middle.
  return tree.leaf("textbook_rule", textbook_overlap(t_kernel, t_data, n));
}

}  // namespace gpumodel
