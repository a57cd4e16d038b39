// gpumodel check: everything that is wrong with device, kernel, program and system files.
#include <CLI/CLI.hpp>

#include "src/cli/check/evaluation.hpp"
#include "src/cli/common/commands.hpp"
#include "src/cli/output/output.hpp"
#include "src/io/library/lint.hpp"
#include "src/io/library/load.hpp"
#include "src/io/text/format.hpp"
#include "src/view/common/diagnostics_text.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {
namespace {

int exit_code_of(const std::vector<LintResult>& results) {
  for (const LintResult& result : results) {
    if (result.count(Severity::error) > 0) return exit_code::bad_input;
  }
  return exit_code::done;
}

Page check_page(const std::vector<LintResult>& results) {
  std::size_t errors = 0;
  std::size_t warnings = 0;
  Table table;
  table.columns = {{"file", "file"},
                   {"kind", "kind"},
                   {"errors", "errors", true},
                   {"warnings", "warnings", true}};
  for (const LintResult& result : results) {
    errors += static_cast<std::size_t>(result.count(Severity::error));
    warnings += static_cast<std::size_t>(result.count(Severity::warning));
    table.rows.push_back({{result.file},
                          {result.kind.empty() ? "n/a (see the error)" : result.kind},
                          {std::to_string(result.count(Severity::error))},
                          {std::to_string(result.count(Severity::warning))}});
  }
  Page page;
  page.blocks.emplace_back(Paragraph{counted(results.size(), "file") + ", " +
                                     counted(errors, "error") + ", " +
                                     counted(warnings, "warning")});
  page.blocks.emplace_back(std::move(table));
  return page;
}

Json check_json(const std::vector<LintResult>& results, int code) {
  Json files = Json::array();
  Json inputs = Json::array();
  std::vector<Diagnostic> diagnostics;
  for (const LintResult& result : results) {
    inputs.push_back({{"name", result.file},
                      {"file", result.file},
                      {"sha256", result.sha256.empty() ? Json(nullptr) : Json(result.sha256)}});
    files.push_back({{"file", result.file},
                     {"kind", result.kind.empty() ? Json(nullptr) : Json(result.kind)},
                     {"errors", result.count(Severity::error)},
                     {"warnings", result.count(Severity::warning)}});
    diagnostics.insert(diagnostics.end(), result.found.begin(), result.found.end());
  }
  Json document = json_document("check", {{"files", std::move(inputs)}});
  document["files"] = std::move(files);
  finish_document(document, diagnostics, code);
  return document;
}

class Check : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("FILE", files_, "Device, kernel, program and system files")->required();
    app.add_option("--device", machine_.device,
                   "GPU that kernels and programs are evaluated on (default v100)")
        ->type_name("DEVICE");
    app.add_option("--system", machine_.system, "System that programs are evaluated on")
        ->type_name("SYSTEM");
    app.add_option(
           "--host", machine_.host,
           "CPU that loops of programs on the host run on; arrays of kernels must fit the device")
        ->type_name("DEVICE");
    output_.declare(app);
  }

  int run(Console& console) override {
    output_.check();
    machine_.work = console.work;
    std::vector<LintResult> results;
    if (!machine_.device.empty()) load_gpu(machine_.device);
    if (!machine_.system.empty()) load_system(machine_.system);
    if (!machine_.host.empty()) load_cpu(machine_.host);
    for (const std::string& file : files_) results.push_back(checked(file));
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
  // What can be read is evaluated.
  LintResult checked(const std::string& file) const {
    LintResult result = lint(file);
    if (result.count(Severity::error) > 0) return result;
    std::vector<Diagnostic> found;
    if (result.kind == "kernel") found = faults_of_kernel(file, machine_);
    if (result.kind == "program") found = faults_of_program(file, machine_);
    result.found.insert(result.found.end(), found.begin(), found.end());
    return result;
  }

  std::vector<std::string> files_;
  CheckMachine machine_;
  OutputOptions output_;
};

}  // namespace

std::unique_ptr<Command> make_check() {
  return std::make_unique<Check>();
}

}  // namespace gpumodel
