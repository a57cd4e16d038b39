// An application in place of a program file: `predict app.cu -- 100 20`. It is built and run, and
// what it did is the program.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "src/app/program/ask.hpp"
#include "src/cli/application/build.hpp"
#include "src/cli/application/run.hpp"
#include "src/cli/common/console.hpp"

namespace CLI {
class App;
}

namespace gpumodel {

struct ApplicationOptions {
  std::vector<std::string> sources;    // the first, and more of them
  std::vector<std::string> arguments;  // behind "--"
  bool given = false;                  // there is a "--"
  std::string link, folder, seconds, memory, descriptors;
  bool warp = false, executes = false;
  bool sandboxed = false;  // it is somebody else's

  void declare(CLI::App& app);
  // Throws UsageError: an option that only an application needs was given.
  void refuse_without_application(const std::string& name) const;
};

// "app.cu 100 20, as it ran": of the program that is recorded.
std::string summary_of(const ApplicationOptions& options);

// Whether the file has a main.
bool names_application(const std::string& source);

struct ApplicationAsk {
  ApplicationOptions options;
  std::string compile;
  std::vector<std::string> definitions, values;
  bool print_to_err = false;                // what the application prints
  bool predicts = true;                     // else only how it ends is asked
  bool host_time = true;                    // of its own code, as it is on this machine
  const BuiltApplication* built = nullptr;  // there already, and outlives this
  bool force = false;                       // replace files
};

struct RecordedApplication {
  std::shared_ptr<const ProgramFile> program{};
  std::vector<Diagnostic> notes{};  // how it ended, what was recorded
  bool cut_short = false;           // by a limit: the program is what it did until then
  int exit_code = 0;                // its own, where it was not
  bool openacc = false;             // what it launches are regions
  std::string unverified{};         // what it read that no kernel wrote; empty: nothing
  // Why kernels of it are not described, which take no more than a launch in the program.
  std::vector<Diagnostic> left_out{};

  bool is_whole() const { return !cut_short && left_out.empty(); }
};

// `ask`: the machine and the model, without a program. Throws InputError where it does not compile,
// crashes, or launches nothing that can be described.
RecordedApplication record_application(const ApplicationAsk& what, const ProgramAsk& ask,
                                       Console& console);

}  // namespace gpumodel
