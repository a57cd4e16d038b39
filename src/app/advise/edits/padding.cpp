// A row of a shared array that is one element longer puts the elements of a column into different
// banks.
#include "src/app/advise/edits/names.hpp"
#include "src/app/advise/kernel_edit.hpp"

namespace gpumodel {
namespace {

bool conflicts(const EditContext& of, std::size_t array) {
  const LaunchTraffic& traffic = of.now.prediction.analysis->traffic;
  const auto& accesses = of.kernel().thread->accesses;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const AccessSums& sums = traffic.accesses[i];
    if (accesses[i].array == array && sums.wavefronts > 1.01 * sums.passes) return true;
  }
  return false;
}

// Where a launch states its shared memory, that of the padding is in addition.
bool add_bytes(const EditContext& of, const Array& array, TextEdit& edit) {
  const Node* stated = node_at(of.root, {"launch", "shared_memory"});
  if (stated == nullptr) return true;
  std::string rows = std::to_string(array.element_bytes());
  for (std::size_t k = 0; k + 1 < array.shape.size(); ++k) {
    rows += " * (" + array.shape[k].expression.text() + ")";
  }
  return edit.replace(*stated, stated->text + " + " + rows);
}

// A second array of the same memory would have other rows.
bool is_alone(const Kernel& kernel, const Array& array) {
  for (const Array& other : kernel.arrays) {
    if (&other == &array || other.space != MemorySpace::shared) continue;
    if (other.type.lanes != array.type.lanes) return false;
  }
  return true;
}

}  // namespace

void find_padding(const EditContext& of, std::vector<KernelEdit>& found) {
  const Kernel& kernel = of.kernel();
  if (!of.now.prediction.analysis) return;
  for (std::size_t i = 0; i < kernel.arrays.size(); ++i) {
    const Array& array = kernel.arrays[i];
    if (array.space != MemorySpace::shared || array.shape.size() < 2 || array.padding) continue;
    if (!is_alone(kernel, array) || !conflicts(of, i)) continue;
    const Node* entry = node_at(of.root, {"arrays", array.name});
    TextEdit edit(of.file());
    if (entry == nullptr || !edit.add_entry(*entry, "space", "padding", "1")) continue;
    if (!add_bytes(of, array, edit)) continue;
    found.push_back({.name = "padding:" + array.name,
                     .what = "rows of " + array.name + " padded by an element",
                     .text = edit.apply()});
  }
}

}  // namespace gpumodel
