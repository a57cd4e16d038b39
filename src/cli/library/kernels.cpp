// gpumodel kernels: the library of kernels, one of them with its numbers, or written as CUDA; and
// kernels that nobody wrote.
#include "src/app/kernel/cuda.hpp"
#include "src/cli/common/commands.hpp"
#include "src/cli/library/command.hpp"
#include "src/cli/library/generated_kernels.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/library/load.hpp"
#include "src/io/library/parameters.hpp"
#include "src/view/common/diagnostics_text.hpp"
#include "src/view/kernel/json.hpp"

namespace gpumodel {
namespace {

class Kernels : public LibraryCommand<KernelFile, KernelAtDefaults> {
 public:
  Kernels()
      : LibraryCommand({Shelf::kernels, load_kernel, kernel_list_page, kernel_list_json,
                        kernel_page, kernel_json, [](KernelFile file, double work) {
                          return at_defaults(std::move(file), work);
                        }}) {}

  void declare(CLI::App& app) override {
    options_.declare(app, "list, show or generate");
    options_.output.declare_cuda(app);
    generate_.declare(app);
    app.add_option("-D,--define", definitions_, "Set a parameter of the kernel, of --cuda")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
  }

  int run(Console& console) override {
    if (options_.action == "generate") return generate_kernels(options_, generate_, console);
    if (generate_.given()) {
      refuse_call("usage", "--random, --seed, --device and --output need 'generate'",
                  {"gpumodel kernels generate --random 50 --seed 1"});
    }
    const std::string& file = options_.output.cuda;
    if (file.empty() && definitions_.empty()) return LibraryCommand::run(console);
    if (options_.action != "show" || file.empty()) {
      refuse_call("usage", file.empty() ? "-D is about --cuda" : "--cuda is about one kernel",
                  {"gpumodel kernels show KERNEL --cuda FILE -D n=1Mi"});
    }
    options_.output.check();
    options_.expect_names(1);
    const KernelFile kernel = load_kernel(options_.names[0]);
    options_.output.check();  // now that the input is read
    const auto stated = parse_parameters(definitions_, kernel.kernel);
    const WrittenCuda written = written_as_cuda(kernel, stated);
    for (const Diagnostic& d : written.departures) {
      render_diagnostic(console.err, d, console.err_color);
    }
    const KernelAtDefaults shown = at_defaults(kernel, console.work, stated);
    write_results(
        console, options_.output, kernel_page(shown),
        [&](std::ostream& out) { out << to_text(kernel_json(shown)); }, {}, {}, {}, {},
        [&](std::ostream& out) { out << written.text; });
    return exit_code::done;
  }

 private:
  std::vector<std::string> actions() const override { return {"list", "show", "generate"}; }

  std::vector<std::string> definitions_;
  GenerateOptions generate_;
};

}  // namespace

std::unique_ptr<Command> make_kernels() {
  return std::make_unique<Kernels>();
}

}  // namespace gpumodel
