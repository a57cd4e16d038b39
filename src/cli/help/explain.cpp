// gpumodel explain: the page behind the id of an error, a warning or a note.
#include <CLI/CLI.hpp>
#include <ostream>

#include "src/cli/common/commands.hpp"
#include "src/diagnostics/catalogue.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

class Explain : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("ID", id_, "The word in brackets behind 'error' or 'warning'; none: list all");
  }

  int run(Console& console) override {
    if (id_.empty()) return list_all(console);
    const DiagnosticPage* page = find_diagnostic_page(id_);
    if (page == nullptr) unknown();
    console.out << page->id << ": " << page->title() << "\n\n" << page->text();
    return exit_code::done;
  }

 private:
  static int list_all(Console& console) {
    for (const DiagnosticPage& page : diagnostic_pages()) {
      console.out << page.id << std::string(26 - std::min<std::size_t>(24, page.id.size()), ' ')
                  << page.title() << '\n';
    }
    return exit_code::done;
  }

  [[noreturn]] void unknown() const {
    std::vector<std::string> known;
    for (const DiagnosticPage& page : diagnostic_pages()) known.emplace_back(page.id);
    Diagnostic fault{.id = "usage", .message = "no diagnostic is called '" + id_ + "'"};
    fault.hints = did_you_mean(id_, known);
    fault.hints.emplace_back("list them: gpumodel explain");
    throw UsageError{std::move(fault)};
  }

  std::string id_;
};

}  // namespace

std::unique_ptr<Command> make_explain() {
  return std::make_unique<Explain>();
}

}  // namespace gpumodel
