// gpumodel programs: the library of programs, and one of them.
#include "src/commands/commands.hpp"
#include "src/commands/library.hpp"
#include "src/commands/load.hpp"
#include "src/report/program_list_page.hpp"

namespace gpumodel {
namespace {

class Programs : public Command {
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
    const auto programs = load_all(Library::programs, load_program, faults);
    write_results(console, options_.output, program_list_page(programs),
                  [&](std::ostream& out) { out << to_text(program_list_json(programs, faults)); });
    if (!faults.empty()) throw InputError{std::move(faults)};
    return exit_code::done;
  }

  int show(Console& console) const {
    options_.expect_names(1);
    const ProgramFile program = load_program(options_.names[0]);
    options_.output.protect({program.text.path});
    write_results(console, options_.output, program_file_page(program),
                  [&](std::ostream& out) { out << to_text(program_file_json(program)); });
    return exit_code::done;
  }

  LibraryOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_programs() {
  return std::make_unique<Programs>();
}

}  // namespace gpumodel
