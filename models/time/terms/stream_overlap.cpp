#include "models/time/terms/stream_overlap.hpp"

namespace gpumodel {

TermId stream_overlap_term(TermTree& tree, TermId kernel, TermId transfers, int streams) {
  const Estimate<Seconds> t_kernel = tree[kernel].time;
  const Estimate<Seconds> t_data = tree[transfers].time;
  const bool kernel_dominated = t_kernel.value > t_data.value;
  static const Source given{Provenance::assumed, "streams", {}, 0, "number of streams asked for"};
  return tree.leaf(
      "overlap", kernel_dominated ? "t = t_kernel + t_data / n" : "t = t_data + t_kernel / n",
      // At each end of the interval the larger part may be another one than at the centre.
      {textbook_overlap(t_kernel.value, t_data.value, streams),
       textbook_overlap(t_kernel.low, t_data.low, streams),
       textbook_overlap(t_kernel.high, t_data.high, streams)},
      {operand("t_kernel", t_kernel.value, "kernel"), operand("t_data", t_data.value, "transfers"),
       operand("n", Count{static_cast<double>(streams)}, given)});
}

}  // namespace gpumodel
