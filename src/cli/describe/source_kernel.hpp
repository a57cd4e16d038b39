// A kernel of a source file in place of a descriptor: `predict app.cu --kernel K --launch ...`.
#pragma once

#include <string>
#include <vector>

#include "src/app/predict/predict.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/kernel/read_kernel.hpp"

namespace CLI {
class App;
}

namespace gpumodel {

// Whether a file of this name holds source code: app.cu, loop.c.
bool names_source(const std::string& name);

struct SourceOptions {
  std::string kernel;               // needed where the file has several
  std::string compile;              // options of the compiler: "-I include -DBIG"
  std::string compile_commands;     // the file that has them; empty: the nearest one
  std::vector<std::string> beside;  // other sources, for functions that the kernel calls
  std::string launch;               // "grid=[ceil_div(n, 256)] block=[256] shared=4096"
  std::vector<std::string> values;  // of arrays whose contents decide: "col={uniform: [0, n]}"

  void declare(CLI::App& app);
  void declare_shape(CLI::App& app);  // all but --kernel
  // Throws UsageError: `name` is no source, and an option that only a source needs was given.
  void refuse_without_source(const std::string& name) const;
  // What is asked of a file, with the values of its parameters: "n=4Mi".
  struct SourceAsk ask(const std::string& file, const std::vector<std::string>& definitions) const;
};

// The kernel as described, the descriptor's text with it. Throws MachineError, and InputError
// where the source is refused, has several kernels and none is chosen, or leaves something open.
KernelFile load_source_kernel(const std::string& file, const SourceOptions& options,
                              const std::vector<std::string>& definitions);

// A kernel that may leave something open: at each end of what is possible, in all combinations.
struct SourceCases {
  std::vector<KernelFile> cases;  // one where nothing is open
  std::vector<OpenQuestion> questions;
};
// As load_source_kernel(); refuses only what has no bounds.
SourceCases load_source_cases(const std::string& file, const SourceOptions& options,
                              const std::vector<std::string>& definitions);

// A name of the library, a descriptor's file, or a source.
KernelFile load_kernel_or_source(const std::string& name, const SourceOptions& options,
                                 const std::vector<std::string>& definitions);

// Faults of a descriptor that was made from a source, at the places of the source it was made from.
InputError placed_in_source(InputError error, const std::string& source,
                            const TextFile& descriptor);

// Faults that `act` throws, at the places of the source where the kernel comes from one.
template <class Act>
auto with_source_places(const std::string& name, const TextFile& descriptor, Act act) {
  if (!names_source(name)) return act();
  try {
    return act();
  } catch (InputError& error) {
    throw placed_in_source(std::move(error), name, descriptor);
  }
}

// The descriptor of this name that was made from a source.
KernelFile read_described(const std::string& descriptor, const std::string& name,
                          const std::string& source);

}  // namespace gpumodel
