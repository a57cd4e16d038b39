#include "models/time/terms/memory.hpp"

namespace gpumodel {

TermId memory_term(TermTree& tree, std::string_view name, const Kernel& kernel,
                   const Workload& work, const Sourced<BytesPerSecond>& bandwidth) {
  return memory_term(tree, name, kernel, work, bandwidth.known(), bandwidth.source);
}

TermId memory_term(TermTree& tree, std::string_view name, const Kernel& kernel,
                   const Workload& work, BytesPerSecond bandwidth, const Source& source) {
  const Estimate<BytesPerSecond> within = {bandwidth, bandwidth / source.factor,
                                           bandwidth * source.factor};
  return tree.leaf(
      name, "t = (V_load + V_store) / b", exact(work.moved()) / within,
      {operand("V_load", work.loaded, kernel.loads_source),
       operand("V_store", work.stored, kernel.stores_source), operand("b", bandwidth, source)});
}

}  // namespace gpumodel
