#include "src/cli/occupancy/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "models/occupancy/kernel_resources.hpp"
#include "src/app/occupancy/impossible_launch.hpp"
#include "src/cli/common/compiler_output.hpp"
#include "src/cli/library/target.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/amount.hpp"
#include "src/io/text/nearest.hpp"
#include "src/view/common/symbol.hpp"
#include "src/view/occupancy/page.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_points = 100000;

std::vector<std::int64_t> amounts(const char* option, const std::string& text, AmountKind kind) {
  return text.empty() ? std::vector<std::int64_t>{} : parse_amounts(option, text, kind);
}

int as_int(std::int64_t value) {
  // Beyond any limit; the refusal then names the limit and not a wrapped number.
  return static_cast<int>(std::min<std::int64_t>(value, 2147483647));
}

int single_count(const char* option, const std::string& text, int missing) {
  const std::vector<std::int64_t> values = amounts(option, text, AmountKind::count);
  if (values.empty()) return missing;
  if (values.size() > 1) refuse_call("usage", std::string(option) + " takes one value", {});
  return as_int(values.front());
}

// --regs 64 may mean either; a block of even one warp needs more than 255 registers.
void refuse_ambiguous_registers(std::int64_t registers, const std::vector<std::int64_t>& threads) {
  constexpr std::int64_t most_per_thread = 255;
  if (registers > most_per_thread) return;
  std::vector<std::string> hints;
  if (threads.size() == 1) {
    const std::int64_t block = threads.front() * registers;
    hints.push_back(fmt::format(
        "{} threads x {} = {} registers per block. Use --regs {} or --regs-per-thread {}",
        threads.front(), registers, block, block, registers));
  } else {
    hints.push_back(
        fmt::format("use --regs-per-thread {} if that is what the compiler printed", registers));
  }
  refuse_call("registers-ambiguous",
              fmt::format("--regs {}: is that per thread or per block?", registers),
              std::move(hints));
}

// Fewer than the hardware hands out to a warp at least: nobody means that many per block, and more
// than 255 cannot be meant per thread.
void refuse_too_few_registers(std::int64_t registers, std::int64_t threads,
                              const SmLimits& limits) {
  const std::int64_t least = limits.register_unit / limits.warp_size;
  if (threads <= 0 || registers >= least * threads) return;
  refuse_call("registers-ambiguous",
              fmt::format("--regs {} of {} threads is {:.3g} each: too few for a block, too many "
                          "for a thread",
                          registers, threads,
                          static_cast<double>(registers) / static_cast<double>(threads)),
              {fmt::format("a thread has {} to 255; per block that is --regs {} or more", least,
                           least * threads),
               "what the compiler prints is per thread: --regs-per-thread"});
}

// Builds the points of one call.
class Asker {
 public:
  explicit Asker(const OccupancyOptions& options) : options_(options) {
    threads_ = amounts("--threads", options.threads, AmountKind::count);
    shared_ = amounts("--smem", options.shared_memory, AmountKind::bytes);
    per_block_ = amounts("--regs", options.registers_per_block, AmountKind::count);
    per_thread_ = amounts("--regs-per-thread", options.registers_per_thread, AmountKind::count);
    if (!per_block_.empty() && !per_thread_.empty()) {
      refuse_call("usage", "--regs and --regs-per-thread are two ways to say the same",
                  {"give one"});
    }
    for (const std::int64_t registers : per_thread_) {
      if (registers > 0) continue;
      refuse_call("usage", "--regs-per-thread 0: every kernel uses registers",
                  {"leave it out if it is not known"});
    }
    if (!options.kernel.empty() && options.ptxas_log.empty() && options.cubin.empty()) {
      refuse_call("usage", "--kernel chooses from a compiler's output",
                  {"give --from-ptxas or --cubin"});
    }
    for (const std::int64_t registers : per_block_) refuse_ambiguous_registers(registers, threads_);
  }

  // A sweep over block sizes may reach some that are too large for the registers.
  void check_registers() const {
    if (limits_ == nullptr || threads_.empty()) return;
    for (const std::int64_t registers : per_block_) {
      refuse_too_few_registers(registers, std::ranges::min(threads_), *limits_);
    }
  }

  OccupancyAnswer answer() {
    choose_device();
    check_registers();
    if (!options_.ptxas_log.empty() || !options_.cubin.empty()) {
      add_kernels();
    } else {
      add_launches();
    }
    finish();
    return std::move(answer_);
  }

 private:
  // A compiler's output names its own architecture: it needs no target.
  void choose_device() {
    const bool from_compiler = !options_.ptxas_log.empty() || !options_.cubin.empty();
    if (from_compiler && options_.device.empty() && options_.capability.empty()) return;
    Target target = choose_target(options_.device, options_.capability);
    answer_.device = std::move(target.device);
    answer_.device_file = std::move(target.device_file);
    answer_.default_device = target.default_device;
    limits_ = &limits_of(target.capability);
  }

  PartialLaunch common() const {
    PartialLaunch asked;
    asked.others.barriers = single_count("--barriers", options_.barriers, 1);
    asked.others.cluster_size = single_count("--cluster", options_.cluster, 1);
    const auto carveout = amounts("--carveout", options_.carveout, AmountKind::bytes);
    if (carveout.size() > 1) refuse_call("usage", "--carveout takes one value", {});
    if (!carveout.empty()) asked.others.carveout = carveout.front();
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

  // Every combination of the values given; a quantity that is not given stays open.
  void add_launches() {
    if (threads_.empty() && shared_.empty() && per_block_.empty() && per_thread_.empty()) {
      refuse_call("usage", "nothing is asked",
                  {"give at least --threads, --smem or --regs-per-thread"});
    }
    const PartialLaunch base = common();
    const auto each = [](const std::vector<std::int64_t>& values, auto use) {
      if (values.empty()) use(std::optional<std::int64_t>{});
      for (const std::int64_t value : values) use(std::optional(value));
    };
    each(threads_, [&](auto threads) {
      each(per_thread_, [&](auto per_thread) {
        each(per_block_, [&](auto per_block) {
          each(shared_, [&](auto shared) {
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
    note("--threads", threads_);
    note("--smem", shared_);
    note("--regs", per_block_);
    note("--regs-per-thread", per_thread_);
    if (swept != 1) answer_.swept.clear();
  }

  std::vector<KernelResources> read_kernels() {
    if (!options_.ptxas_log.empty() && !options_.cubin.empty()) {
      refuse_call("usage", "--from-ptxas and --cubin: give one", {});
    }
    const bool log = options_.cubin.empty();
    CompilerOutput output =
        log ? read_compiler_log(options_.ptxas_log) : read_compiled_image(options_.cubin);
    answer_.compiler_output = std::move(output.file);
    return std::move(output.kernels);
  }

  void add_kernels() {
    if (!per_block_.empty() || !per_thread_.empty()) {
      refuse_call("usage", "registers come from the compiler here", {"leave out --regs"});
    }
    bool found = false;
    std::vector<std::string> names;
    for (const KernelResources& kernel : read_kernels()) {
      names.push_back(kernel.name);
      const bool named = kernel.name.find(options_.kernel) != std::string::npos ||
                         demangled(kernel.name).find(options_.kernel) != std::string::npos;
      if (!named) continue;
      found = true;
      add_kernel(kernel);
    }
    if (found) return;
    Diagnostic fault{.id = "kernel-unknown",
                     .message = names.empty() ? "the image holds no kernel"
                                              : "no kernel's name holds '" + options_.kernel + "'"};
    fault.hints = did_you_mean(options_.kernel, names);
    throw InputError{{std::move(fault)}};
  }

  void add_kernel(const KernelResources& kernel) {
    const SmLimits& limits = limits_ != nullptr ? *limits_ : limits_of(kernel.capability);
    std::vector<std::int64_t> dynamic = shared_;
    if (dynamic.empty()) dynamic.push_back(0);
    std::vector<std::optional<int>> blocks;
    for (const std::int64_t threads : threads_) blocks.emplace_back(as_int(threads));
    if (blocks.empty()) blocks.emplace_back();
    for (const std::optional<int> threads : blocks) {
      for (const std::int64_t bytes : dynamic) {
        PartialLaunch asked = common();
        asked.threads = threads;
        asked.registers_per_thread = kernel.registers;
        asked.others.static_shared_memory = kernel.static_shared_memory;
        asked.shared_memory = kernel.static_shared_memory + bytes;
        if (options_.barriers.empty()) asked.others.barriers = kernel.barriers.value_or(1);
        add(asked, limits, kernel.name, kernel.spill_stores);
      }
    }
  }

  void finish() {
    if (std::ranges::all_of(answer_.points, [](const OccupancyPoint& point) {
          return std::holds_alternative<Refusals>(point.result);
        })) {
      refuse_impossible(answer_.points.front(), where_to_run());
    }
    std::vector<std::string> idle;  // one text per block size
    for (const std::int64_t threads : threads_) {
      std::string text = idle_lanes_text(threads, limits_of_single());
      if (!text.empty()) idle.push_back(std::move(text));
    }
    if (idle.empty()) return;
    if (idle.size() > 1) {
      idle.front() += fmt::format("; so with {} of {} block sizes", idle.size(), threads_.size());
    }
    answer_.warnings.push_back(
        {.severity = Severity::warning, .id = "idle-lanes", .message = std::move(idle.front())});
  }

  // Without the remark that the device is the default one.
  std::string where_to_run() const {
    OccupancyAnswer plain;
    plain.device = answer_.device;
    return device_text(plain, limits_of_single());
  }

  const SmLimits& limits_of_single() const { return *answer_.points.front().limits; }

  const OccupancyOptions& options_;
  const SmLimits* limits_ = nullptr;  // null: each kernel's own
  std::vector<std::int64_t> threads_, shared_, per_block_, per_thread_;
  OccupancyAnswer answer_;
};

}  // namespace

void OccupancyOptions::declare(CLI::App& app) {
  const auto add = [&](const char* name, std::string& value, const char* type, const char* help) {
    app.add_option(name, value, help)->type_name(type);
  };
  add("--threads", threads, "N", "Threads per block; ranges sweep: 32..1024:32 or 64,128,256");
  add("--smem", shared_memory, "SIZE",
      "Shared memory per block, static and dynamic; 8K is 8 KiB (with --from-ptxas: dynamic)");
  add("--regs", registers_per_block, "N", "Registers per block");
  add("--regs-per-thread", registers_per_thread, "N", "Registers per thread, as ptxas prints them");
  add("--device", device, "DEVICE", "GPU: a name from the library or a file (default v100)");
  add("--cc", capability, "X.Y", "Compute capability instead of a device");
  add("--from-ptxas", ptxas_log, "LOG", "Registers and shared memory from nvcc -Xptxas -v");
  add("--cubin", cubin, "FILE", "Registers and shared memory from a compiled image");
  add("--kernel", kernel, "NAME", "Only kernels whose name holds this");
  add("--carveout", carveout, "SIZE", "Shared memory per SM asked for (default: the most)");
  add("--barriers", barriers, "N", "Named barriers per block (default 1)");
  add("--cluster", cluster, "N", "Blocks per cluster, 9.0 and later (default 1)");
}

OccupancyAnswer OccupancyOptions::answer() const {
  return Asker(*this).answer();
}

}  // namespace gpumodel
