// The threads' x does what their y did, and the other way round: of kernels whose threads have
// nothing to do with each other.
#include "src/app/advise/edits/names.hpp"
#include "src/app/advise/kernel_edit.hpp"

namespace gpumodel {
namespace {

std::string swapped(std::string_view name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos || dot + 2 != name.size()) return std::string(name);
  std::string other(name);
  if (other.back() == 'x') {
    other.back() = 'y';
  } else if (other.back() == 'y') {
    other.back() = 'x';
  }
  return other;
}

}  // namespace

void find_swapped_axes(const EditContext& of, std::vector<KernelEdit>& found) {
  const Kernel& kernel = of.kernel();
  const Node* thread = value_of(of.root, "thread");
  const Node* grid = node_at(of.root, {"launch", "grid"});
  if (!kernel.thread || thread == nullptr || grid == nullptr || grid->children.size() < 2) return;
  for (const Array& array : kernel.arrays) {
    if (array.space == MemorySpace::shared) return;
  }
  bool alone = true;
  for_each_scalar(*thread, [&](const Node& scalar) {
    for (const char* name : {"barrier", "lane", "warp"}) {
      alone = alone && !has_name(scalar.text, name);
    }
  });
  if (!alone) return;
  const auto text = [](const std::string& each) { return with_names(each, swapped); };
  TextEdit edit(of.file());
  const bool good = edit_scalars(edit, *thread, text) &&
                    edit.replace(grid->children[0], text(grid->children[1].text)) &&
                    edit.replace(grid->children[1], text(grid->children[0].text));
  if (!good || edit.is_empty()) return;
  found.push_back(
      {.name = "axes", .what = "x and y of the threads change places", .text = edit.apply()});
}

}  // namespace gpumodel
