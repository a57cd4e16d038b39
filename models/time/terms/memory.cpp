#include "models/time/terms/memory.hpp"

namespace gpumodel {

Worked<Bytes> bytes_moved(Workings& w, const Kernel& kernel, const Workload& work) {
  return w.formula("V_load", work.loaded, kernel.loads_source) +
         w.formula("V_store", work.stored, kernel.stores_source);
}

TermId memory_term(TermTree& tree, std::string_view name, Worked<Bytes> moved,
                   const Sourced<BytesPerSecond>& bandwidth) {
  return tree.leaf(name, moved / tree.workings().number("b", bandwidth));
}

}  // namespace gpumodel
