// gpumodel gate: predicted times against budgets and a baseline, for CI without a GPU.
#include "src/app/gate/gate.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <ostream>

#include "src/cli/common/commands.hpp"
#include "src/cli/library/set.hpp"
#include "src/cli/output/output.hpp"
#include "src/diagnostics/engine_version.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/json_file.hpp"
#include "src/view/common/diagnostics_text.hpp"
#include "src/view/gate/baseline_json.hpp"
#include "src/view/gate/json.hpp"
#include "src/view/gate/page.hpp"

namespace gpumodel {
namespace {

class GateCommand : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("BUDGETS", file_, "Budgets of kernels and programs, as YAML")->required();
    app.add_option("--baseline", baseline_,
                   "What slower_by_at_most compares with: kernels as they were")
        ->type_name("FILE");
    app.add_flag("--write-baseline", writes_, "Write that file, instead of comparing with it");
    set_.declare(app);
    app.add_flag("--strict", strict_,
                 "Exit with 6 where the interval of a time holds another verdict");
    app.add_flag("--github", github_, "Print annotations for GitHub Actions");
    const char* group = "Output";
    app.add_option("--jsonl", lines_, "Write a line of JSON for each check")
        ->type_name("FILE")
        ->group(group);
    app.add_option("--junit", junit_, "Write a test report as JUnit XML")
        ->type_name("FILE")
        ->group(group);
    app.add_option("--sarif", sarif_, "Write SARIF, for code scanning")
        ->type_name("FILE")
        ->group(group);
    output_.declare(app);
  }

  int run(Console& console) override {
    if (writes_ && baseline_.empty()) {
      refuse_call("usage", "--write-baseline needs --baseline FILE", {"it is what is written"});
    }
    if (writes_ && !set_.texts.empty()) {
      refuse_call("usage", "--write-baseline does not go with --set",
                  {"a baseline holds times of devices as they are"});
    }
    set_.refuse_without(false, false);
    const std::string* outputs[] = {&output_.json, &output_.csv, &output_.markdown,
                                    &lines_,       &junit_,      &sarif_};
    const auto to_stdout = std::ranges::count_if(outputs, [](auto* file) { return *file == "-"; });
    if (to_stdout + (github_ ? 1 : 0) > 1) {
      refuse_call("output-file", "two options ask for standard output",
                  {"give one of them another file"});
    }
    check_files();
    GateAsk ask{.budgets = read_budgets(read_text_file(file_, file_)),
                .engine = std::string(engine_version()),
                .work = console.work};
    if (!set_.texts.empty()) {
      ask.assume = [this](DeviceFile file) { return set_.device(std::move(file)); };
    }
    if (!baseline_.empty() && !writes_) {
      ask.baseline = read_baseline(baseline_);
      ask.baseline_file =
          InputFile{baseline_, baseline_, read_json_bytes(baseline_, baseline_).sha256, baseline_};
    }
    refuse_missing_baseline(ask);
    check_files();  // now that the inputs are read
    const GateAnswer answer = gate(std::move(ask));
    const int code = answer.failed() > 0                 ? exit_code::check_failed
                     : strict_ && answer.uncertain() > 0 ? exit_code::inconclusive
                                                         : exit_code::done;
    for (const Diagnostic& each : answer.warnings) {
      render_diagnostic(console.err, each, console.err_color);
    }
    OutputOptions whole = output_;
    whole.quiet = whole.quiet || to_stdout > 0;
    write_results(console, whole, gate_page(answer, strict_),
                  [&](std::ostream& out) { out << to_text(gate_json(answer, code)); });
    write_more(console, answer);
    if (github_) write_annotations(console.out, answer, strict_);
    return code;
  }

 private:
  std::vector<OutputFile> more_files() const {
    std::vector<OutputFile> all;
    const auto add = [&](const char* option, const std::string& file) {
      if (!file.empty() && file != "-") all.emplace_back(option, file, output_.force);
    };
    add("--jsonl", lines_);
    add("--junit", junit_);
    add("--sarif", sarif_);
    if (writes_) add("--baseline", baseline_);
    return all;
  }

  void check_files() const {
    output_.check();
    std::vector<OutputFile> all = output_.files();
    for (OutputFile& each : more_files()) all.push_back(std::move(each));
    check_all(all);
  }

  void refuse_missing_baseline(const GateAsk& ask) const {
    if (!baseline_.empty()) return;
    for (const BudgetCheck& each : ask.budgets.checks) {
      if (!each.slower_by) continue;
      refuse_call("usage", "the check '" + each.name + "' compares with a baseline",
                  {"--baseline FILE names it; --write-baseline beside it writes it"});
    }
  }

  void write_more(Console& console, const GateAnswer& answer) const {
    const auto write = [&](const char* option, const std::string& file, const Writer& content) {
      if (file == "-") return content(console.out);
      if (!file.empty()) OutputFile(option, file, output_.force).write(content);
    };
    write("--jsonl", lines_, [&](std::ostream& out) { out << gate_lines(answer); });
    write("--junit", junit_, [&](std::ostream& out) { write_junit(out, answer, strict_); });
    write("--sarif", sarif_,
          [&](std::ostream& out) { out << to_text(gate_sarif(answer, strict_)); });
    if (!writes_) return;
    write("--baseline", baseline_,
          [&](std::ostream& out) { out << to_text(baseline_json(answer.written)); });
  }

  std::string file_, baseline_, lines_, junit_, sarif_;
  bool writes_ = false, strict_ = false, github_ = false;
  SetOption set_;
  OutputOptions output_;
};

}  // namespace

std::unique_ptr<Command> make_gate() {
  return std::make_unique<GateCommand>();
}

}  // namespace gpumodel
