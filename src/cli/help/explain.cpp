// gpumodel explain: the page behind a word of an answer, or the id of an error, a warning or a
// note.
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
    app.add_option("WORD", word_,
                   "A term, a limiter, another word of an answer, or what stands in brackets "
                   "behind 'error' or 'warning'; none: list all");
  }

  int run(Console& console) override {
    if (word_.empty() || word_ == "list") return list_all(console);
    const DiagnosticPage* page = find_word_page(word_);
    if (page == nullptr) page = find_diagnostic_page(word_);
    if (page == nullptr) unknown();
    console.out << page->id << ": " << page->title() << "\n\n" << page->text();
    return exit_code::done;
  }

 private:
  static int list_all(Console& console) {
    console.out << "words of answers\n";
    list(word_pages(), console);
    console.out << "\nerrors, warnings and notes\n";
    list(diagnostic_pages(), console);
    return exit_code::done;
  }

  static void list(std::span<const DiagnosticPage> pages, Console& console) {
    for (const DiagnosticPage& page : pages) {
      console.out << page.id << std::string(26 - std::min<std::size_t>(24, page.id.size()), ' ')
                  << page.title() << '\n';
    }
  }

  [[noreturn]] void unknown() const {
    std::vector<std::string> known;
    for (const DiagnosticPage& page : word_pages()) known.emplace_back(page.id);
    for (const DiagnosticPage& page : diagnostic_pages()) known.emplace_back(page.id);
    Diagnostic fault{.id = "usage", .message = "no page is called '" + word_ + "'"};
    fault.hints = did_you_mean(word_, known);
    fault.hints.emplace_back("list them: gpumodel explain");
    throw UsageError{std::move(fault)};
  }

  std::string word_;
};

}  // namespace

std::unique_ptr<Command> make_explain() {
  return std::make_unique<Explain>();
}

}  // namespace gpumodel
