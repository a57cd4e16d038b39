// gpumodel systems: the library of systems, and one of them.
#include "src/commands/commands.hpp"
#include "src/commands/library.hpp"
#include "src/commands/load.hpp"
#include "src/report/system_list_page.hpp"

namespace gpumodel {
namespace {

class Systems : public Command {
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
    const auto systems = load_all(Library::systems, load_system, faults);
    write_results(console, options_.output, system_list_page(systems),
                  [&](std::ostream& out) { out << to_text(system_list_json(systems, faults)); });
    if (!faults.empty()) throw InputError{std::move(faults)};
    return exit_code::done;
  }

  int show(Console& console) const {
    options_.expect_names(1);
    const SystemFile system = load_system(options_.names[0]);
    options_.output.protect({system.text.path});
    write_results(console, options_.output, system_file_page(system),
                  [&](std::ostream& out) { out << to_text(system_file_json(system)); });
    return exit_code::done;
  }

  LibraryOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_systems() {
  return std::make_unique<Systems>();
}

}  // namespace gpumodel
