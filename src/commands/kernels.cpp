// gpumodel kernels: the library of kernels, and one of them with its numbers.
#include "src/commands/commands.hpp"
#include "src/commands/library.hpp"
#include "src/commands/load.hpp"
#include "src/report/kernel_page.hpp"

namespace gpumodel {
namespace {

class Kernels : public Command {
 public:
  void declare(CLI::App& app) override { options_.declare(app, "list or show"); }

  int run(Console& console) override {
    options_.output.check();
    if (options_.action == "list") return list_all(console);
    if (options_.action == "show") return show(console);
    options_.unknown_action({"list", "show"});
  }

 private:
  int list_all(Console& console) const {
    options_.expect_names(0);
    std::vector<Diagnostic> faults;
    const auto kernels = load_all(Library::kernels, load_kernel, faults);
    write_results(console, options_.output, kernel_list_page(kernels),
                  [&](std::ostream& out) { out << to_text(kernel_list_json(kernels, faults)); });
    if (!faults.empty()) throw InputError{std::move(faults)};
    return exit_code::done;
  }

  int show(Console& console) const {
    options_.expect_names(1);
    const KernelFile kernel = load_kernel(options_.names[0]);
    options_.output.protect({kernel.text.path});
    write_results(console, options_.output, kernel_page(kernel),
                  [&](std::ostream& out) { out << to_text(kernel_json(kernel)); });
    return exit_code::done;
  }

  LibraryOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_kernels() {
  return std::make_unique<Kernels>();
}

}  // namespace gpumodel
