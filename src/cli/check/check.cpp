// gpumodel check: everything that is wrong with device, kernel, program and system files.
#include <CLI/CLI.hpp>
#include <memory>

#include "src/app/check/check.hpp"
#include "src/cli/common/commands.hpp"
#include "src/cli/output/output.hpp"
#include "src/io/library/load.hpp"
#include "src/view/check/json.hpp"
#include "src/view/check/page.hpp"
#include "src/view/common/diagnostics_text.hpp"

namespace gpumodel {
namespace {

class Check : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("FILE", files_, "Device, kernel, program and system files")->required();
    app.add_option("--device", device_,
                   "GPU that kernels and programs are evaluated on (default v100)")
        ->type_name("DEVICE");
    app.add_option("--system", system_, "System that programs are evaluated on")
        ->type_name("SYSTEM");
    app.add_option(
           "--host", host_,
           "CPU that loops of programs on the host run on; arrays of kernels must fit the device")
        ->type_name("DEVICE");
    app.add_option("-D,--define", definitions_,
                   "Set a parameter of the kernels and programs, such as n=1Mi")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    output_.declare(app);
  }

  int run(Console& console) override {
    output_.check();
    CheckMachine machine{.definitions = definitions_, .work = console.work};
    if (!device_.empty()) machine.device = shared(load_gpu(device_));
    if (!system_.empty()) machine.system = shared(load_system(system_));
    if (!host_.empty()) machine.host = shared(load_cpu(host_));
    std::vector<LintResult> results;
    for (const std::string& file : files_) {
      results.push_back(check(
          file, [&] { return read_text_file(file, file); }, machine));
    }
    for (const LintResult& result : results) {
      for (const Diagnostic& found : result.found) {
        render_diagnostic(console.err, found, console.err_color);
      }
    }
    write_results(console, output_, check_page(results), [&](std::ostream& out) {
      out << to_text(check_json(results, exit_code_of(results)));
    });
    return exit_code_of(results);
  }

 private:
  template <class File>
  static std::shared_ptr<const File> shared(File file) {
    return std::make_shared<const File>(std::move(file));
  }

  std::vector<std::string> files_;
  std::vector<std::string> definitions_;
  std::string device_, system_, host_;
  OutputOptions output_;
};

}  // namespace

std::unique_ptr<Command> make_check() {
  return std::make_unique<Check>();
}

}  // namespace gpumodel
