#include "src/app/occupancy/launches.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/app/occupancy/impossible_launch.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_points = 100000;

int as_int(std::int64_t value) {
  // Beyond any limit; the refusal then names the limit and not a wrapped number.
  return static_cast<int>(std::min<std::int64_t>(value, 2147483647));
}

// Runs `use` with each value; once with nothing where the quantity is left open.
template <class Use>
void each(const std::vector<std::int64_t>& values, Use use) {
  if (values.empty()) use(std::optional<std::int64_t>{});
  for (const std::int64_t value : values) use(std::optional(value));
}

// Builds the points of one call.
class Launches {
 public:
  explicit Launches(OccupancyAsk ask) : ask_(std::move(ask)) {}

  OccupancyAnswer answer() {
    answer_.compiler_output = std::move(ask_.compiler_output);
    if (ask_.target) {
      answer_.device = ask_.target->device;
      answer_.device_file = ask_.target->device_file;
      answer_.default_device = ask_.target->default_device;
      limits_ = &limits_of(ask_.target->capability);
    }
    for (const KernelResources& kernel : ask_.kernels) add_kernel(kernel);
    if (ask_.kernels.empty()) add_launches();
    if (std::ranges::all_of(answer_.points, [](const OccupancyPoint& point) {
          return std::holds_alternative<Refusals>(point.result);
        })) {
      refuse_impossible(answer_.points.front(),
                        device_and_capability(answer_.device, limits_of_first().capability),
                        *ask_.library);
    }
    warn_of_idle_lanes();
    return std::move(answer_);
  }

 private:
  PartialLaunch common() const {
    PartialLaunch asked;
    asked.others.barriers = ask_.barriers.value_or(1);
    asked.others.cluster_size = ask_.cluster_size;
    asked.others.carveout = ask_.carveout;
    return asked;
  }

  void add(PartialLaunch asked, const SmLimits& limits, std::string kernel = {},
           std::optional<std::int64_t> spills = {}) {
    if (answer_.points.size() >= most_points) {
      refuse_call("usage", "the sweep has more than 100,000 launches", {"choose larger steps"});
    }
    OccupancyPoint point{std::move(kernel), &limits, asked, spills, solve(limits, asked)};
    answer_.points.push_back(std::move(point));
  }

  void add_launches() {
    const PartialLaunch base = common();
    each(ask_.threads, [&](auto threads) {
      each(ask_.registers_per_thread, [&](auto per_thread) {
        each(ask_.registers_per_block, [&](auto per_block) {
          each(ask_.shared_memory, [&](auto shared) {
            PartialLaunch asked = base;
            if (threads) asked.threads = as_int(*threads);
            if (per_thread) asked.registers_per_thread = as_int(*per_thread);
            asked.registers_per_block = per_block;
            asked.shared_memory = shared;
            add(asked, *limits_);
          });
        });
      });
    });
    note_sweep();
  }

  void note_sweep() {
    int swept = 0;
    const auto note = [&](const char* option, const std::vector<std::int64_t>& values) {
      if (values.size() < 2) return;
      ++swept;
      answer_.swept = option;
      answer_.sweep_values = values;
    };
    note("--threads", ask_.threads);
    note("--smem", ask_.shared_memory);
    note("--regs", ask_.registers_per_block);
    note("--regs-per-thread", ask_.registers_per_thread);
    if (swept != 1) answer_.swept.clear();
  }

  void add_kernel(const KernelResources& kernel) {
    const SmLimits& limits = limits_ != nullptr ? *limits_ : limits_of(kernel.capability);
    each(ask_.threads, [&](auto threads) {
      each(ask_.shared_memory, [&](auto dynamic) {
        PartialLaunch asked = common();
        if (threads) asked.threads = as_int(*threads);
        asked.registers_per_thread = kernel.registers;
        asked.others.static_shared_memory = kernel.static_shared_memory;
        asked.shared_memory = kernel.static_shared_memory + dynamic.value_or(0);
        if (!ask_.barriers) asked.others.barriers = kernel.barriers.value_or(1);
        add(asked, limits, kernel.name, kernel.spill_stores);
      });
    });
  }

  void warn_of_idle_lanes() {
    std::vector<std::string> idle;  // one text per block size
    for (const std::int64_t threads : ask_.threads) {
      std::string text = idle_lanes_text(threads, limits_of_first());
      if (!text.empty()) idle.push_back(std::move(text));
    }
    if (idle.empty()) return;
    if (idle.size() > 1) {
      idle.front() +=
          fmt::format("; so with {} of {} block sizes", idle.size(), ask_.threads.size());
    }
    answer_.warnings.push_back(
        {.severity = Severity::warning, .id = "idle-lanes", .message = std::move(idle.front())});
  }

  const SmLimits& limits_of_first() const { return *answer_.points.front().limits; }

  OccupancyAsk ask_;
  const SmLimits* limits_ = nullptr;  // null: each kernel's own
  OccupancyAnswer answer_;
};

}  // namespace

OccupancyAnswer occupancies(OccupancyAsk ask) {
  return Launches(std::move(ask)).answer();
}

}  // namespace gpumodel
