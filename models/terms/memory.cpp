#include "models/terms/memory.hpp"

namespace gpumodel {

TermId memory_term(TermTree& tree, std::string_view name, const Kernel& kernel,
                   const Workload& work, const Sourced<BytesPerSecond>& bandwidth) {
  return tree.leaf(
      name, "t = (V_load + V_store) / b", exact(work.moved()) / estimate(bandwidth),
      {operand("V_load", work.loaded, kernel.loads_source),
       operand("V_store", work.stored, kernel.stores_source), operand("b", bandwidth)});
}

}  // namespace gpumodel
