// `__restrict__` on every array in global memory: loads need not wait for stores.
#include "src/app/advise/edits/names.hpp"
#include "src/app/advise/kernel_edit.hpp"

namespace gpumodel {

void find_restrict(const EditContext& of, std::vector<KernelEdit>& found) {
  const Kernel& kernel = of.kernel();
  if (!kernel.thread) return;
  std::string names;
  TextEdit edit(of.file());
  for (const Array& array : kernel.arrays) {
    if (array.space != MemorySpace::global || array.restricted) continue;
    const Node* entry = node_at(of.root, {"arrays", array.name});
    if (entry == nullptr) return;
    const char* behind = array.structure ? "struct" : "type";
    if (!edit.add_entry(*entry, behind, "restrict", "true")) return;
    names += (names.empty() ? "" : ", ") + array.name;
  }
  if (edit.is_empty()) return;
  found.push_back({.name = "restrict",
                   .what = "__restrict__ on " + names,
                   .provided = "no two of the arrays overlap",
                   .text = edit.apply()});
}

}  // namespace gpumodel
