#include "src/cli/coalesce/kernel_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace gpumodel {
namespace {

struct AnsweredByFile {
  const char* option;
  const char* where;
};
constexpr auto answered_by_file = std::to_array<AnsweredByFile>({
    {"--elem", "'type' of its arrays"},
    {"--struct", "'struct' of its arrays"},
    {"--fields", "'load' in its 'thread'"},
    {"--store", "'store' in its 'thread'"},
    {"--shape", "'shape' of its arrays"},
    {"--base", "'offset' of its arrays"},
    {"--where", "'where' of its 'thread'"},
    {"--load-path", "'path' of its arrays"},
});

// "64x2" -> "64", "2".
std::vector<std::string> extents_of(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// "-D bx=64 -D by=2": an extent that is a parameter gets the value wanted for it.
std::string definitions_for(const Kernel& kernel, const std::string& wanted) {
  if (!kernel.launch) return {};
  std::vector<std::string> extents = extents_of(wanted);
  extents.resize(std::max(extents.size(), kernel.launch->block.size()), "1");
  std::vector<std::string> named;
  std::string result;
  for (std::size_t axis = 0; axis < kernel.launch->block.size(); ++axis) {
    const Expression& formula = kernel.launch->block[axis].expression;
    for (const Expression::Name& name : formula.names()) {
      if (!find_parameter(kernel, name.text)) continue;
      if (std::ranges::find(named, name.text) != named.end()) continue;
      named.push_back(name.text);
      const bool alone = formula.code().size() == 1;
      result += (result.empty() ? "-D " : " -D ") + name.text + "=" +
                (alone ? extents[axis] : std::string("..."));
    }
  }
  return result;
}

[[noreturn]] void refuse_block(const CoalesceOptions& options, const KernelFile& file) {
  const std::string definitions = definitions_for(file.kernel, options.block);
  const std::string& id = file.kernel.id;
  if (!definitions.empty()) {
    refuse_call("usage", fmt::format("--block: the block of '{}' follows from its parameters", id),
                {"set them: " + definitions});
  }
  refuse_call("usage", fmt::format("--block: the file of '{}' fixes its block", id),
              {"no parameter changes it; change it in a copy of " + file.text.shown});
}

}  // namespace

void refuse_options_of_expressions(const CoalesceOptions& options, const KernelFile& file) {
  if (options.expressions.size() > 1) {
    refuse_call("usage", fmt::format("'{}' is a kernel, and stands alone", file.kernel.id),
                {"its file says which accesses there are; --access N draws another one"});
  }
  for (const AnsweredByFile& one : answered_by_file) {
    if (!options.given(one.option)) continue;
    refuse_call("usage",
                fmt::format("{} is about accesses given as expressions, and '{}' is a kernel",
                            one.option, file.kernel.id),
                {fmt::format("its file says that, under {}: {}", one.where, file.text.shown)});
  }
  if (options.given("--block")) refuse_block(options, file);
}

std::optional<std::size_t> asked_access(const CoalesceOptions& options,
                                        const CoalesceKernelAnswer& answer) {
  if (options.access.empty()) return worst_access(answer);
  const std::int64_t number = parse_single("--access", options.access, AmountKind::count);
  const auto index = static_cast<std::size_t>(number - 1);
  if (number < 1 || std::ranges::find(answer.shown, index) == answer.shown.end()) {
    std::string known;
    for (const std::size_t i : answer.shown) {
      known += fmt::format("{}{} ({})", known.empty() ? "" : ", ", i + 1, answer.text_of(i));
    }
    refuse_call("amount-wrong", fmt::format("--access {}: no such access", number),
                {"accesses: " + known});
  }
  if (answer.array_of(index).space == MemorySpace::constant) {
    refuse_call("usage", fmt::format("--access {}: constant memory has no sectors", number),
                {"choose an access to global or shared memory"});
  }
  return index;
}

BlockIndex asked_block(const CoalesceOptions& options, const LaunchShape& shape) {
  const Extent3 at = parse_block_index(options.at_block);
  const BlockExtents& grid = shape.grid;
  if (at.x >= grid[0] || at.y >= grid[1] || at.z >= grid[2]) {
    refuse_call("amount-wrong", fmt::format("--at-block {}: no such block", options.at_block),
                {fmt::format("the grid has {} x {} x {} blocks, the first is 0,0,0", grid[0],
                             grid[1], grid[2])});
  }
  return {at.x, at.y, at.z};
}

std::vector<std::size_t> asked_warps(const CoalesceOptions& options, const LaunchShape& shape) {
  const auto count = static_cast<std::size_t>(shape.warps_per_block());
  std::vector<std::size_t> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = i;
  if (!options.given("--warp")) return all;
  const std::int64_t warp = parse_single("--warp", options.warp, AmountKind::count);
  if (warp >= shape.warps_per_block()) {
    refuse_call("amount-wrong", fmt::format("--warp {}: the block has {} warps", warp, count),
                {"the first is --warp 0"});
  }
  return {static_cast<std::size_t>(warp)};
}

}  // namespace gpumodel
