// What a program is asked with: the machine, the model, what may be chosen without changing its
// file. Shared by `predict` and `overlap`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "src/app/program/ask.hpp"
#include "src/cli/library/set.hpp"

namespace CLI {
class App;
}

namespace gpumodel {

struct ProgramOptions {
  std::string device, system, gpus, host, model, chunks, streams, order, host_link, backend;
  std::vector<std::string> definitions;
  SetOption set;  // declared by the command
  bool scaling = false;
  bool assumes_machine = true;  // a default host and links between devices where nobody names them
  double work = usual_work;

  // The machine: --system, --gpus, --backend.
  void declare_machine(CLI::App& app);
  void declare_scaling(CLI::App& app);
  // --chunks, --order, --host-link.
  void declare_overlap(CLI::App& app);
  bool asks_for_machine() const {
    return !system.empty() || !gpus.empty() || scaling || !backend.empty();
  }

  // Reads every file, so that one run shows the faults of all. `name` is a program, or a kernel
  // whose transfers make a program of one step. Throws InputError and UsageError.
  ProgramAsk ask(const std::string& name) const;
  // The same of a program that is not read yet, or not from a file.
  ProgramAsk ask(const std::function<void(ProgramAsk&)>& read) const;
};

// Whether a name given to a command means a program, not a kernel.
bool names_program(const std::string& name);

}  // namespace gpumodel
