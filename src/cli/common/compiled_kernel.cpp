#include "src/cli/common/compiled_kernel.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "src/cli/common/compiler_output.hpp"
#include "src/cli/common/refuse_call.hpp"
#include "src/io/text/nearest.hpp"
#include "src/view/common/symbol.hpp"

namespace gpumodel {
namespace {

void remove_spills(Body& body) {
  std::erase_if(body, [](const Statement& statement) {
    return std::holds_alternative<SpillStatement>(statement.what);
  });
  for (Statement& statement : body) {
    if (auto* loop = std::get_if<Loop>(&statement.what)) remove_spills(loop->body);
    if (auto* branch = std::get_if<Branch>(&statement.what)) {
      remove_spills(branch->then);
      remove_spills(branch->otherwise);
    }
  }
}

bool has_spills(const Body& body) {
  return std::ranges::any_of(body, [](const Statement& statement) {
    if (const auto* loop = std::get_if<Loop>(&statement.what)) return has_spills(loop->body);
    if (const auto* branch = std::get_if<Branch>(&statement.what)) {
      return has_spills(branch->then) || has_spills(branch->otherwise);
    }
    return std::holds_alternative<SpillStatement>(statement.what);
  });
}

void apply_spills(const KernelResources& resources, ThreadProgram& thread) {
  if (!resources.spill_loads || !resources.spill_stores) return;
  if (*resources.spill_loads + *resources.spill_stores == 0) {
    remove_spills(thread.body);
  } else if (!has_spills(thread.body)) {
    thread.body.push_back({SpillStatement{constant_formula(*resources.spill_loads),
                                          constant_formula(*resources.spill_stores)}});
  }
}

std::vector<KernelResources> fitting(const std::vector<KernelResources>& all,
                                     const std::string& entry, ComputeCapability capability) {
  std::vector<KernelResources> found;
  for (const KernelResources& one : all) {
    const bool named = one.name.find(entry) != std::string::npos ||
                       demangled(one.name).find(entry) != std::string::npos;
    if (named) found.push_back(one);
  }
  const auto other = [&](const KernelResources& one) { return one.capability != capability; };
  if (!std::ranges::all_of(found, other)) std::erase_if(found, other);
  return found;
}

std::vector<std::string> names_of(const std::vector<KernelResources>& kernels) {
  std::vector<std::string> names;
  for (const KernelResources& one : kernels) names.push_back(one.name);
  return names;
}

}  // namespace

void CompiledKernelOption::declare(CLI::App& app) {
  const auto add = [&](const char* name, std::string& value, const char* type, const char* help) {
    app.add_option(name, value, help)->type_name(type);
  };
  add("--from-ptxas", ptxas_log, "LOG", "Registers, spills, shared memory from nvcc -Xptxas -v");
  add("--cubin", cubin, "FILE", "Registers and shared memory from a compiled image");
  add("--entry", entry, "NAME", "The kernel in the compiler's output; a part of its name will do");
}

std::optional<CompiledKernel> CompiledKernelOption::find(ComputeCapability capability) const {
  if (!ptxas_log.empty() && !cubin.empty()) {
    refuse_call("usage", "--from-ptxas and --cubin: give one", {});
  }
  if (ptxas_log.empty() && cubin.empty()) {
    if (!entry.empty()) {
      refuse_call("usage", "--entry chooses from a compiler's output",
                  {"give --from-ptxas or --cubin"});
    }
    return std::nullopt;
  }
  CompilerOutput output = cubin.empty() ? read_compiler_log(ptxas_log) : read_compiled_image(cubin);
  const std::vector<KernelResources> found = fitting(output.kernels, entry, capability);
  if (found.empty()) {
    throw InputError{{{.id = "kernel-unknown",
                       .message = "no kernel's name holds '" + entry + "'",
                       .file = output.file.file,
                       .hints = did_you_mean(entry, names_of(output.kernels))}}};
  }
  if (found.size() > 1) {
    std::string all = "they are:";
    for (const std::string& name : names_of(found)) all += " " + name;
    refuse_call("usage", std::to_string(found.size()) + " kernels fit; --entry NAME chooses one",
                {std::move(all)});
  }
  return CompiledKernel{std::move(output.file), found.front()};
}

void apply_compiled(const CompiledKernel& compiled, Kernel& kernel) {
  if (!kernel.launch) {
    refuse_call("usage", "the kernel '" + kernel.id + "' states no launch",
                {"registers and shared memory of a compiler belong to one"});
  }
  const KernelResources& resources = compiled.resources;
  if (resources.registers > 0) {
    kernel.launch->registers_per_thread = constant_formula(resources.registers);
  }
  if (resources.static_shared_memory > 0) {
    kernel.launch->shared_memory = constant_formula(resources.static_shared_memory);
  }
  if (kernel.thread) apply_spills(resources, *kernel.thread);
}

}  // namespace gpumodel
