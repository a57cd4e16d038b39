// What the readers of a program's parts share: its names, its kernels, its faults.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/timeline/program/program.hpp"
#include "src/io/kernel/formula_reader.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/text/mapping.hpp"

namespace gpumodel {

// Which loop variables a step may use.
struct LoopScope {
  bool iteration = false, chunk = false, elements = false;
};

// The kernel of a name. Throws InputError.
using KernelSource = std::function<KernelFile(const std::string& name)>;

class ProgramContext {
 public:
  ProgramContext(Program& program, const KernelSource& kernels, Problems& problems)
      : program_(program), kernels_(kernels), problems_(problems), formulas_(problems) {}

  Program& program() { return program_; }
  Problems& problems() { return problems_; }
  FormulaReader& formulas() { return formulas_; }
  std::vector<TextFile>& kernel_files() { return kernel_files_; }
  bool openacc = false;  // a step without a stream holds the host

  Formula formula(const Node& node, std::string_view key, const LoopScope& scope);
  std::optional<Formula> optional_formula(Mapping& fields, std::string_view key,
                                          const LoopScope& scope);
  // A stream by its name, or as an expression.
  std::optional<Formula> stream(Mapping& fields, std::string_view key, const LoopScope& scope);
  // One buffer, or a list of them.
  std::vector<std::size_t> buffers(const Node& node, std::string_view key);
  std::optional<std::size_t> buffer(const Node& name);
  // The kernel that a node names.
  std::optional<std::size_t> kernel(const Node& name);
  // A duration or another quantity, such as 20 us; `fallback` where the key is absent.
  double quantity(Mapping& fields, std::string_view key, Dim dim, double fallback);
  double quantity_of(const Node& node, std::string_view key, Dim dim, double fallback);

  // Faults in the files of kernels.
  std::vector<Diagnostic> foreign;

 private:
  std::optional<Formula> named_stream(const Node& node);

  std::size_t add_kernel(const std::string& name);

  Program& program_;
  const KernelSource& kernels_;
  Problems& problems_;
  FormulaReader formulas_;
  std::vector<TextFile> kernel_files_;
  // Kernels by the names used here; nothing for those that could not be read, which is said once.
  std::map<std::string, std::optional<std::size_t>> named_;
};

}  // namespace gpumodel
