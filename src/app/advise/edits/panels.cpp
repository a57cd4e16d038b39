// Blocks in panels, for L2: blocks that run at the same time lie in a few columns of the grid and
// many rows, not in one row and all columns, so that what columns share is still in L2 for the next
// row. Blocks depend on no order, so any order is right.
#include <array>

#include "src/app/advise/edits/names.hpp"
#include "src/app/advise/kernel_edit.hpp"

namespace gpumodel {
namespace {

constexpr std::array<std::int64_t, 3> widths = {8, 16, 32};
constexpr std::int64_t most_blocks_along_z = 65535;
// DRAM that moves less than this share more than it must is not worth an order.
constexpr double more_than_once = 1.05;

std::string in_panels(std::string_view text, const std::string& width, const std::string& block) {
  std::string column = "(block_index.z * " + width + " + block_index.x)";
  return with_names(text, [&](std::string_view name) {
    if (name == "block_index.x" || name == "blockIdx.x") return column;
    if (name == "global.x") return "(" + column + " * " + block + " + thread.x)";
    return std::string(name);
  });
}

}  // namespace

void find_panels(const EditContext& of, std::vector<KernelEdit>& found) {
  const Node* thread = value_of(of.root, "thread");
  const Node* grid = node_at(of.root, {"launch", "grid"});
  const auto& analysis = of.now.prediction.analysis;
  const auto& shape = of.now.prediction.work.launch;
  if (!analysis || !shape || thread == nullptr || grid == nullptr) return;
  if (grid->children.size() != 2 || shape->grid[1] < 2) return;
  bool known = true, by_column = false;
  for_each_scalar(*thread, [&](const Node& scalar) {
    for (const char* name : {"grid.x", "gridDim.x", "grid.z", "block_index.z", "blockIdx.z"}) {
      known = known && !has_name(scalar.text, name);
    }
    for (const char* name : {"block_index.x", "blockIdx.x", "global.x"}) {
      by_column = by_column || has_name(scalar.text, name);
    }
  });
  if (!known || !by_column) return;
  const CacheVolumes volumes = analysis->volumes(of.now.ask.cache);
  const double once = volumes.compulsory_read_bytes;
  if (volumes.dram_read_bytes <= more_than_once * once) {
    found.push_back(
        {.name = "panels",
         .why_not = "what blocks read again is still in L2: DRAM reads each byte once"});
    return;
  }
  for (const std::int64_t width : widths) {
    if (shape->grid[0] % width != 0 || shape->grid[0] / width < 2) continue;
    if (shape->grid[0] / width > most_blocks_along_z) continue;
    const std::string text = std::to_string(width);
    TextEdit edit(of.file());
    bool good = edit_scalars(
        edit, *thread, [&](const std::string& each) { return in_panels(each, text, "block.x"); });
    const std::string& columns = grid->children[0].text;
    const std::string& rows = grid->children[1].text;
    good = good && edit.replace(grid->children[0], text) &&
           edit.replace(grid->children[1], rows + ", (" + columns + ") / " + text);
    if (!good || edit.is_empty()) continue;
    found.push_back({.name = "panels:" + text,
                     .what = "blocks in panels of " + text +
                             " columns, so that L2 still has what rows of blocks share",
                     .provided = "the grid has a multiple of " + text + " columns",
                     .text = edit.apply()});
  }
}

}  // namespace gpumodel
