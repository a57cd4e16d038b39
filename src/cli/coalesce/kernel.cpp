#include "src/cli/coalesce/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>

#include "src/app/common/kernel_faults.hpp"
#include "src/app/occupancy/impossible_launch.hpp"
#include "src/cli/coalesce/kernel_options.hpp"
#include "src/cli/coalesce/variants.hpp"
#include "src/cli/coalesce/warp.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/parameters.hpp"
#include "src/io/text/check_values.hpp"
#include "src/io/text/key_place.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {
namespace {

// Of the analysis's work.
constexpr double share_of_own_arrays = 0.5, share_of_addresses = 0.1;

bool is_access(const std::string& expression) {
  return expression.find('[') != std::string::npos;
}

bool is_kernel(const std::string& name) {
  try {
    load_kernel(name);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

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
  explicit KernelQuestion(const CoalesceOptions& options) : options_(options) {}

  CoalesceKernelAnswer run() {
    load();
    const auto overrides = parse_parameters(options_.definitions, kernel());
    with_kernel_faults(answer_.kernel, [&] {
      settle({.kernel = &kernel(),
              .overrides = overrides,
              .gpu = gpu_ ? &*gpu_ : nullptr,
              .way = options_.schedule.chosen()},
             asked_);
      if (asked_.changed) answer_.kernel.kernel = *asked_.changed;
      answer_.values = asked_.values;
      refuse_outside(kernel(), answer_.values, answer_.kernel.text);
      answer_.analysis = analysis_of(kernel(), options_.work);
      refuse_impossible_launch();
      describe();
      choose_shown();
      look_at_warp();
      try_other_layouts();
    });
    return std::move(answer_);
  }

 private:
  const Kernel& kernel() const { return answer_.kernel.kernel; }
  const LaunchShape& shape() const { return answer_.analysis.shape; }

  void load() {
    const auto name = std::ranges::find_if_not(options_.expressions, is_access);
    answer_.kernel = load_kernel(*name);
    refuse_options_of_expressions(options_, answer_.kernel);
    if (!kernel().thread) refuse_counts(answer_.kernel);
    Target target = choose_target(options_.device, options_.capability);
    gpu_ = target.gpu;
    answer_.has_device = gpu_.has_value();
    set_target(std::move(target), answer_.warp);
  }

  KernelAnalysis analysis_of(const Kernel& kernel, double work) const {
    return gpu_ ? analyse(kernel, answer_.values, &*gpu_, work)
                : analyse(kernel, answer_.values, answer_.warp.capability, work);
  }

  BlockAddresses addresses(const Kernel& kernel, const BlockIndex& block) const {
    return addresses_of(kernel, answer_.values, shape(), block, share_of_addresses * options_.work);
  }

  void refuse_impossible_launch() const {
    const SmLimits& limits = limits_of(answer_.warp.capability);
    PartialLaunch asked;
    asked.threads = static_cast<int>(std::min<std::int64_t>(shape().threads_per_block(), INT_MAX));
    if (shape().registers_per_thread) {
      asked.registers_per_thread = static_cast<int>(*shape().registers_per_thread);
    }
    asked.shared_memory = shape().shared_memory.value_or(0);
    const OccupancyPoint point{{}, &limits, asked, {}, solve(limits, asked)};
    if (!std::holds_alternative<Refusals>(point.result)) return;
    const CoalesceAnswer& warp = answer_.warp;
    refuse_impossible(point, warp.device.empty()
                                 ? "compute capability " + to_string(warp.capability)
                                 : warp.device);
  }

  void describe() {
    CoalesceAnswer& warp = answer_.warp;
    const TextFile& text = answer_.kernel.text;
    warp.kernel_file = InputFile{kernel().id, text.shown, text.sha256, text.path};
    warp.place.block = extent(shape().block);
    for (std::size_t i = 0; i < kernel().parameters.size(); ++i) {
      warp.parameters.emplace_back(kernel().parameters[i].name, answer_.values[i]);
    }
    for (const std::string& reason : answer_.analysis.approximations) {
      warp.warnings.push_back(
          {.severity = Severity::note, .id = "analysis-approximate", .message = reason});
    }
  }

  // With --shared, and where nothing else is accessed, the answer is about shared memory.
  void choose_shown() {
    bool any_global = false;
    for (std::size_t i = 0; i < answer_.accesses().size(); ++i) {
      const MemorySpace space = answer_.array_of(i).space;
      if (options_.shared && space != MemorySpace::shared) continue;
      any_global = any_global || (space == MemorySpace::global && answer_.sums(i).requests > 0.0);
      answer_.shown.push_back(i);
    }
    answer_.warp.in_shared_memory = !any_global;
    if (options_.shared && answer_.shown.empty()) {
      refuse_call("usage", fmt::format("--shared: '{}' accesses no shared memory", kernel().id),
                  {"leave it out"});
    }
  }

  // The first warp of the middle block that executes the access, else of the first or last block;
  // what is asked for is not replaced.
  void look_at_warp() {
    const std::optional<std::size_t> wanted = asked_access(options_, answer_);
    const BlockExtents& grid = shape().grid;
    std::vector<BlockIndex> blocks = {
        middle(grid), {0, 0, 0}, {grid[0] - 1, grid[1] - 1, grid[2] - 1}};
    if (options_.given("--at-block")) blocks = {asked_block(options_, shape())};
    const std::vector<std::size_t> warps = asked_warps(options_, shape());
    for (const BlockIndex& block : blocks) {
      const BlockAddresses seen = addresses(kernel(), block);
      for (const std::size_t warp : warps) {
        if (wanted && seen.lanes[warp][*wanted].active == 0) continue;
        answer_.drawn = wanted;
        return take(block, warp, seen);
      }
    }
    const bool asked =
        options_.given("--warp") || options_.given("--at-block") || options_.given("--access");
    if (asked) refuse_idle(*wanted);
    take(blocks.front(), 0, addresses(kernel(), blocks.front()));
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
    answer_.paddings = find_paddings(kernel(), answer_.values, answer_.analysis, block);
    if (options_.shared) return;
    const std::optional<Kernel> own = with_own_arrays(kernel());
    if (own) try_own_arrays(*own, block);
  }

  // A fault of the changed kernel is none of the user's: then nothing is said about it.
  void try_own_arrays(const Kernel& own, const BlockIndex& block) {
    try {
      const BlockAddresses seen = addresses(own, block);
      answer_.as_arrays = analysis_of(own, share_of_own_arrays * options_.work);
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

  const CoalesceOptions& options_;
  std::optional<Gpu> gpu_;
  AskedKernel asked_;
  CoalesceKernelAnswer answer_;
};

}  // namespace

bool asks_for_kernel(const CoalesceOptions& options) {
  return std::ranges::any_of(options.expressions, [&](const std::string& expression) {
    return !is_access(expression) && (options.structure.empty() || is_kernel(expression));
  });
}

CoalesceKernelAnswer answer_for_kernel(const CoalesceOptions& options) {
  return KernelQuestion(options).run();
}

}  // namespace gpumodel
