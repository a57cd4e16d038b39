#include "src/app/coalesce/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "src/app/coalesce/variants.hpp"
#include "src/app/coalesce/warp.hpp"
#include "src/app/common/kernel_faults.hpp"
#include "src/app/occupancy/impossible_launch.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/check_values.hpp"
#include "src/io/text/key_place.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {
namespace {

// Of the analysis's work.
constexpr double share_of_own_arrays = 0.5, share_of_addresses = 0.1;

[[noreturn]] void refuse_counts(const KernelFile& kernel) {
  Problems problems(kernel.text);
  problems.add("accesses-missing", key_place(kernel.text, "kernel"),
               "states how many words move, and no addresses",
               {"give the access itself: gpumodel coalesce 'x[2*i]' --elem 4"});
  throw InputError{problems.sorted()};
}

Extent3 extent(const std::array<std::int64_t, 3>& e) {
  return {e[0], e[1], e[2]};
}

BlockIndex middle(const BlockExtents& grid) {
  return {grid[0] / 2, grid[1] / 2, grid[2] / 2};
}

class KernelQuestion {
 public:
  explicit KernelQuestion(CoalesceKernelAsk ask) { answer_.ask = std::move(ask); }

  CoalesceKernelAnswer run() {
    if (!ask().kernel->kernel.thread) refuse_counts(*ask().kernel);
    set_target(ask().target, answer_.warp);
    with_kernel_faults(*ask().kernel, [&] {
      settle({.kernel = &ask().kernel->kernel,
              .overrides = ask().overrides,
              .gpu = gpu(),
              .way = ask().way},
             answer_.asked);
      refuse_outside(kernel(), values(), ask().kernel->text);
      answer_.analysis = analysis_of(kernel(), ask().work);
      refuse_impossible_launch();
      describe();
      choose_shown();
      look_at_warp();
      try_other_layouts();
    });
    return std::move(answer_);
  }

 private:
  const CoalesceKernelAsk& ask() const { return answer_.ask; }
  const Gpu* gpu() const { return ask().target.gpu ? &*ask().target.gpu : nullptr; }
  const Kernel& kernel() const { return answer_.kernel(); }
  const std::vector<Number>& values() const { return answer_.asked.values; }
  const LaunchShape& shape() const { return answer_.analysis.shape; }

  KernelAnalysis analysis_of(const Kernel& kernel, double work) const {
    return gpu() != nullptr ? analyse(kernel, values(), gpu(), work)
                            : analyse(kernel, values(), answer_.warp.capability, work);
  }

  BlockAddresses addresses(const Kernel& kernel, const BlockIndex& block) const {
    return addresses_of(kernel, values(), shape(), block, share_of_addresses * ask().work);
  }

  void refuse_impossible_launch() const {
    const CoalesceAnswer& warp = answer_.warp;
    occupancy_of(
        shape(), limits_of(warp.capability),
        warp.device.empty() ? "compute capability " + to_string(warp.capability) : warp.device,
        *ask().library);
  }

  void describe() {
    CoalesceAnswer& warp = answer_.warp;
    const TextFile& text = ask().kernel->text;
    warp.kernel_file = InputFile{kernel().id, text.shown, text.sha256, text.path};
    warp.place.block = extent(shape().block);
    for (std::size_t i = 0; i < kernel().parameters.size(); ++i) {
      warp.parameters.emplace_back(kernel().parameters[i].name, values()[i]);
    }
    for (const Approximation& each : answer_.analysis.approximations) {
      warp.warnings.push_back({.severity = Severity::note,
                               .id = "analysis-approximate",
                               .message = each.message,
                               .file = each.file,
                               .line = each.line});
    }
  }

  // With --shared, and where nothing else is accessed, the answer is about shared memory.
  void choose_shown() {
    bool any_global = false;
    for (std::size_t i = 0; i < answer_.accesses().size(); ++i) {
      const MemorySpace space = answer_.array_of(i).space;
      if (ask().shared_only && space != MemorySpace::shared) continue;
      any_global = any_global || (space == MemorySpace::global && answer_.sums(i).requests > 0.0);
      answer_.shown.push_back(i);
    }
    answer_.warp.in_shared_memory = !any_global;
    if (ask().shared_only && answer_.shown.empty()) {
      refuse_call("usage", fmt::format("--shared: '{}' accesses no shared memory", kernel().id),
                  {"leave it out"});
    }
  }

  // The first warp of the middle block that executes the access, else of the first or last block;
  // what is asked for is not replaced.
  void look_at_warp() {
    const std::optional<std::size_t> wanted = wanted_access();
    const BlockExtents& grid = shape().grid;
    std::vector<BlockIndex> blocks = {
        middle(grid), {0, 0, 0}, {grid[0] - 1, grid[1] - 1, grid[2] - 1}};
    if (ask().block) blocks = {wanted_block(*ask().block)};
    const std::vector<std::size_t> warps = wanted_warps();
    for (const BlockIndex& block : blocks) {
      const BlockAddresses seen = addresses(kernel(), block);
      for (const std::size_t warp : warps) {
        if (wanted && seen.lanes[warp][*wanted].active == 0) continue;
        answer_.drawn = wanted;
        return take(block, warp, seen);
      }
    }
    if (ask().access || ask().block || ask().warp) refuse_idle(*wanted);
    take(blocks.front(), 0, addresses(kernel(), blocks.front()));
  }

  // Of the program, from 0; by default what wastes most, if anything is executed.
  std::optional<std::size_t> wanted_access() const {
    if (!ask().access) return worst_access(answer_);
    const std::int64_t number = *ask().access;
    const auto index = static_cast<std::size_t>(number - 1);
    if (number < 1 || std::ranges::find(answer_.shown, index) == answer_.shown.end()) {
      std::string known;
      for (const std::size_t i : answer_.shown) {
        known += fmt::format("{}{} ({})", known.empty() ? "" : ", ", i + 1, answer_.text_of(i));
      }
      refuse_call("amount-wrong", fmt::format("--access {}: no such access", number),
                  {"accesses: " + known});
    }
    if (answer_.array_of(index).space == MemorySpace::constant) {
      refuse_call("usage", fmt::format("--access {}: constant memory has no sectors", number),
                  {"choose an access to global or shared memory"});
    }
    return index;
  }

  BlockIndex wanted_block(const Extent3& at) const {
    const BlockExtents& grid = shape().grid;
    if (at.x >= grid[0] || at.y >= grid[1] || at.z >= grid[2]) {
      std::string text = std::to_string(at.x);
      if (at.y > 0 || at.z > 0) text += "," + std::to_string(at.y);
      if (at.z > 0) text += "," + std::to_string(at.z);
      refuse_call("amount-wrong", fmt::format("--at-block {}: no such block", text),
                  {fmt::format("the grid has {} x {} x {} blocks, the first is 0,0,0", grid[0],
                               grid[1], grid[2])});
    }
    return {at.x, at.y, at.z};
  }

  // By default all of a block.
  std::vector<std::size_t> wanted_warps() const {
    const auto count = static_cast<std::size_t>(shape().warps_per_block());
    std::vector<std::size_t> all(count);
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (!ask().warp) return all;
    const std::int64_t warp = *ask().warp;
    if (warp >= shape().warps_per_block()) {
      refuse_call("amount-wrong", fmt::format("--warp {}: the block has {} warps", warp, count),
                  {"the first is --warp 0"});
    }
    return {static_cast<std::size_t>(warp)};
  }

  [[noreturn]] void refuse_idle(std::size_t access) const {
    throw InputError{
        {{.id = "access-idle",
          .message = answer_.text_of(access) + ": no lane of the warp takes part",
          .hints = {"--warp and --at-block choose another warp, --access another access"}}}};
  }

  void take(const BlockIndex& block, std::size_t warp, const BlockAddresses& addresses) {
    answer_.warp.place.block_index = extent(block);
    answer_.warp.place.warp = static_cast<std::int64_t>(warp);
    answer_.warp.accesses = accesses_of_warp(kernel(), addresses, warp, *answer_.warp.rules);
  }

  void try_other_layouts() {
    const Extent3& at = answer_.warp.place.block_index;
    const BlockIndex block{at.x, at.y, at.z};
    answer_.paddings = find_paddings(kernel(), values(), answer_.analysis, block);
    if (ask().shared_only) return;
    const std::optional<Kernel> own = with_own_arrays(kernel());
    if (own) try_own_arrays(*own, block);
  }

  // A fault of the changed kernel is none of the user's: then nothing is said about it.
  void try_own_arrays(const Kernel& own, const BlockIndex& block) {
    try {
      const BlockAddresses seen = addresses(own, block);
      answer_.as_arrays = analysis_of(own, share_of_own_arrays * ask().work);
      const auto warp = static_cast<std::size_t>(answer_.warp.place.warp);
      for (std::size_t i = 0; i < answer_.accesses().size(); ++i) {
        if (own.thread->accesses[i].array == answer_.accesses()[i].array) continue;
        answer_.warp.accesses[i].own_array = seen.lanes[warp][i];
      }
    } catch (const FormulaError&) {
      answer_.as_arrays.reset();
    } catch (const ThreadFault&) {
      answer_.as_arrays.reset();
    }
  }

  CoalesceKernelAnswer answer_;
};

}  // namespace

CoalesceKernelAnswer look_at_accesses(CoalesceKernelAsk ask) {
  return KernelQuestion(std::move(ask)).run();
}

}  // namespace gpumodel
