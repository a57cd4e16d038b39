// gpumodel check: everything that is wrong with device and kernel files.
#include <CLI/CLI.hpp>

#include "src/commands/commands.hpp"
#include "src/commands/output.hpp"
#include "src/input/lint.hpp"
#include "src/report/diagnostics_text.hpp"
#include "src/report/json.hpp"

namespace gpumodel {
namespace {

int exit_code_of(const std::vector<LintResult>& results) {
  for (const LintResult& result : results) {
    if (result.count(Severity::error) > 0) return exit_code::bad_input;
  }
  return exit_code::done;
}

Page check_page(const std::vector<LintResult>& results) {
  int errors = 0;
  int warnings = 0;
  Table table;
  table.columns = {{"file", "file"},
                   {"kind", "kind"},
                   {"errors", "errors", true},
                   {"warnings", "warnings", true}};
  for (const LintResult& result : results) {
    errors += result.count(Severity::error);
    warnings += result.count(Severity::warning);
    table.rows.push_back({{result.file},
                          {result.kind.empty() ? "n/a (not readable)" : result.kind},
                          {std::to_string(result.count(Severity::error))},
                          {std::to_string(result.count(Severity::warning))}});
  }
  Page page;
  page.blocks.emplace_back(Paragraph{std::to_string(results.size()) + " files, " +
                                     std::to_string(errors) + " errors, " +
                                     std::to_string(warnings) + " warnings"});
  page.blocks.emplace_back(std::move(table));
  return page;
}

Json check_json(const std::vector<LintResult>& results, int code) {
  Json files = Json::array();
  std::vector<Diagnostic> diagnostics;
  for (const LintResult& result : results) {
    files.push_back({{"file", result.file},
                     {"kind", result.kind.empty() ? Json(nullptr) : Json(result.kind)},
                     {"errors", result.count(Severity::error)},
                     {"warnings", result.count(Severity::warning)}});
    diagnostics.insert(diagnostics.end(), result.found.begin(), result.found.end());
  }
  Json document = json_document("check", Json::object());
  document["files"] = std::move(files);
  finish_document(document, diagnostics, code);
  return document;
}

class Check : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("FILE", files_, "Device and kernel files")->required();
    output_.declare(app);
  }

  int run(Console& console) override {
    output_.check();
    std::vector<LintResult> results;
    for (const std::string& file : files_) results.push_back(lint(file));
    const int code = exit_code_of(results);
    for (const LintResult& result : results) {
      for (const Diagnostic& found : result.found) {
        render_diagnostic(console.err, found, console.err_color);
      }
    }
    write_results(console, output_, check_page(results),
                  [&](std::ostream& out) { out << to_text(check_json(results, code)); });
    return code;
  }

 private:
  std::vector<std::string> files_;
  OutputOptions output_;
};

}  // namespace

std::unique_ptr<Command> make_check() { return std::make_unique<Check>(); }

}  // namespace gpumodel
