#include "src/cli/common/compiled_kernel.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "src/cli/common/compiler_output.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/nearest.hpp"
#include "src/view/common/symbol.hpp"

namespace gpumodel {
namespace {

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

}  // namespace gpumodel
