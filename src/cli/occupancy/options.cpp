#include "src/cli/occupancy/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <climits>

#include "models/occupancy/kernel_resources.hpp"
#include "src/app/occupancy/impossible_launch.hpp"
#include "src/app/occupancy/kernel_launch.hpp"
#include "src/cli/common/compiled_kernel.hpp"
#include "src/cli/common/compiler_output.hpp"
#include "src/cli/library/target.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/amount.hpp"
#include "src/io/text/nearest.hpp"
#include "src/view/common/symbol.hpp"

namespace gpumodel {
namespace {

std::vector<std::int64_t> amounts(const char* option, const std::string& text, AmountKind kind) {
  return text.empty() ? std::vector<std::int64_t>{} : parse_amounts(option, text, kind);
}

std::optional<std::int64_t> one_of(const char* option, const std::string& text, AmountKind kind) {
  const std::vector<std::int64_t> values = amounts(option, text, kind);
  if (values.empty()) return std::nullopt;
  if (values.size() > 1) refuse_call("usage", std::string(option) + " takes one value", {});
  return values.front();
}

std::optional<int> count_of(const char* option, const std::string& text) {
  const std::optional<std::int64_t> value = one_of(option, text, AmountKind::count);
  // Beyond any limit; the refusal then names the limit and not a wrapped number.
  return value ? std::optional(static_cast<int>(std::min<std::int64_t>(*value, INT_MAX)))
               : std::nullopt;
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

bool from_compiler(const OccupancyOptions& options) {
  return !options.ptxas_log.empty() || !options.cubin.empty();
}

OccupancyAsk quantities(const OccupancyOptions& options) {
  OccupancyAsk ask;
  ask.threads = amounts("--threads", options.threads, AmountKind::count);
  ask.shared_memory = amounts("--smem", options.shared_memory, AmountKind::bytes);
  ask.registers_per_block = amounts("--regs", options.registers_per_block, AmountKind::count);
  ask.registers_per_thread =
      amounts("--regs-per-thread", options.registers_per_thread, AmountKind::count);
  if (!ask.registers_per_block.empty() && !ask.registers_per_thread.empty()) {
    refuse_call("usage", "--regs and --regs-per-thread are two ways to say the same", {"give one"});
  }
  for (const std::int64_t registers : ask.registers_per_thread) {
    if (registers > 0) continue;
    refuse_call("usage", "--regs-per-thread 0: every kernel uses registers",
                {"leave it out if it is not known"});
  }
  if (!options.kernel.empty() && !from_compiler(options) && options.file.empty()) {
    refuse_call("usage", "--kernel chooses from a source or a compiler's output",
                {"give a file such as app.cu, --from-ptxas or --cubin"});
  }
  for (const std::int64_t registers : ask.registers_per_block) {
    refuse_ambiguous_registers(registers, ask.threads);
  }
  return ask;
}

// A compiler's output names its own architecture: it needs no target.
void choose_sm(const OccupancyOptions& options, OccupancyAsk& ask) {
  const bool named_by_compiler = from_compiler(options) && options.file.empty();
  if (named_by_compiler && options.device.empty() && options.capability.empty() &&
      options.set.texts.empty()) {
    return;
  }
  ask.target = choose_target(options.device, options.capability, options.set);
  const SmLimits& limits = limits_of(ask.target->capability);
  if (ask.threads.empty()) return;
  // A sweep over block sizes may reach some that are too large for the registers.
  for (const std::int64_t registers : ask.registers_per_block) {
    refuse_too_few_registers(registers, std::ranges::min(ask.threads), limits);
  }
}

void choose_kernels(const OccupancyOptions& options, OccupancyAsk& ask) {
  if (!ask.registers_per_block.empty() || !ask.registers_per_thread.empty()) {
    refuse_call("usage", "registers come from the compiler here", {"leave out --regs"});
  }
  if (!options.ptxas_log.empty() && !options.cubin.empty()) {
    refuse_call("usage", "--from-ptxas and --cubin: give one", {});
  }
  CompilerOutput output = options.cubin.empty() ? read_compiler_log(options.ptxas_log)
                                                : read_compiled_image(options.cubin);
  ask.compiler_output = std::move(output.file);
  std::vector<std::string> names;
  for (const KernelResources& kernel : output.kernels) {
    names.push_back(kernel.name);
    const bool named = kernel.name.find(options.kernel) != std::string::npos ||
                       demangled(kernel.name).find(options.kernel) != std::string::npos;
    if (named) ask.kernels.push_back(kernel);
  }
  if (!ask.kernels.empty()) return;
  Diagnostic fault{.id = "kernel-unknown",
                   .message = names.empty() ? "the image holds no kernel"
                                            : "no kernel's name holds '" + options.kernel + "'"};
  fault.hints = did_you_mean(options.kernel, names);
  throw InputError{{std::move(fault)}};
}

// The launch of a kernel's file; options that state a quantity replace its own.
void take_launch(const OccupancyOptions& options, OccupancyAsk& ask) {
  SourceOptions source = options.source;
  if (names_source(options.file)) {
    source.kernel = options.kernel;
  } else {
    source.refuse_without_source(options.file);
  }
  const KernelFile file = load_kernel_or_source(options.file, source, options.definitions);
  const CompiledKernelOption compiler{options.ptxas_log, options.cubin,
                                      options.entry.empty() ? options.kernel : options.entry};
  std::optional<CompiledKernel> compiled;
  if (from_compiler(options)) compiled = compiler.find(ask.target->capability);
  const Gpu* gpu = ask.target->gpu ? &*ask.target->gpu : nullptr;
  const LaunchShape shape = with_source_places(options.file, file.text, [&] {
    return launch_of_kernel(file, options.definitions, gpu,
                            compiled ? &compiled->resources : nullptr);
  });
  if (compiled) ask.compiler_output = compiled->file;
  if (ask.threads.empty()) ask.threads = {shape.threads_per_block()};
  if (ask.shared_memory.empty()) ask.shared_memory = {shape.shared_memory.value_or(0)};
  const bool registers_stated =
      !ask.registers_per_block.empty() || !ask.registers_per_thread.empty();
  if (!registers_stated && shape.registers_per_thread) {
    ask.registers_per_thread = {*shape.registers_per_thread};
  }
}

}  // namespace

void OccupancyOptions::declare(CLI::App& app) {
  app.add_option("KERNEL", file,
                 "The launch of a kernel: a name from the library, a file, or a source such as "
                 "app.cu");
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
  add("--kernel", kernel, "NAME", "The kernel of a source; else those whose name holds this");
  add("--entry", entry, "NAME", "The kernel in the compiler's output (default as --kernel)");
  add("--carveout", carveout, "SIZE", "Shared memory per SM asked for (default: the most)");
  add("--barriers", barriers, "N", "Named barriers per block (default 1)");
  add("--cluster", cluster, "N", "Blocks per cluster, 9.0 and later (default 1)");
  app.add_option("-D,--define", definitions, "Set a parameter of the kernel, such as n=1Mi")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  source.declare_shape(app);
  set.declare(app);
}

std::vector<Diagnostic> OccupancyOptions::notes() const {
  const bool stated = from_compiler(*this) || !registers_per_block.empty() ||
                      !registers_per_thread.empty() ||
                      source.launch.find("registers=") != std::string::npos;
  if (stated || !names_source(file)) return {};
  return {
      {.severity = Severity::warning,
       .id = "registers-estimated",
       .message = "registers are estimated from " + file,
       .hints = {"--cubin or --from-ptxas gives the compiler's, --regs-per-thread states them"}}};
}

OccupancyAsk OccupancyOptions::ask() const {
  OccupancyAsk ask = quantities(*this);
  choose_sm(*this, ask);
  if (file.empty() && !definitions.empty()) {
    refuse_call("usage", "-D is about a kernel", {"name one: gpumodel occupancy saxpy -D N=1Mi"});
  }
  if (!file.empty()) {
    take_launch(*this, ask);
  } else if (from_compiler(*this)) {
    choose_kernels(*this, ask);
  } else if (ask.threads.empty() && ask.shared_memory.empty() && ask.registers_per_block.empty() &&
             ask.registers_per_thread.empty()) {
    refuse_call("usage", "nothing is asked",
                {"give a kernel, or at least --threads, --smem or --regs-per-thread"});
  }
  ask.barriers = count_of("--barriers", barriers);
  ask.cluster_size = count_of("--cluster", cluster).value_or(1);
  ask.carveout = one_of("--carveout", carveout, AmountKind::bytes);
  return ask;
}

}  // namespace gpumodel
