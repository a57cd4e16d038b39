// gpumodel validate: predicted against measured, on this machine's GPU or from records.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "src/app/validate/judge.hpp"
#include "src/cli/common/commands.hpp"
#include "src/cli/common/replay.hpp"
#include "src/cli/validate/bars.hpp"
#include "src/cli/validate/measure.hpp"
#include "src/cli/validate/ncu.hpp"
#include "src/cli/validate/plan.hpp"
#include "src/cli/validate/programs.hpp"
#include "src/cli/validate/written_plan.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/view/common/diagnostics_text.hpp"
#include "src/view/validate/json.hpp"
#include "src/view/validate/page.hpp"
#include "src/view/validate/picture.hpp"
#include "src/view/validate/plan_page.hpp"

namespace gpumodel {
namespace {

class Validate : public Command {
 public:
  void declare(CLI::App& app) override { options_.declare(app); }

  int run(Console& console) override {
    options_.check_outputs();
    call_ = understood(options_);
    if (options_.programs) return validate_programs(options_, call_, console);
    suite_ = load_suite(options_);
    if (options_.list) return list(console);
    return options_.replay.empty() ? measure(console) : replay(console);
  }

 private:
  int list(Console& console) {
    if (!options_.output.json.empty()) {
      refuse_call("usage", "--list has no JSON", {"--csv has the same tables"});
    }
    std::vector<Point> points;
    for (const PlannedCase& one : planned(options_, call_, suite_, call_.backend, kernels_)) {
      for (const CacheStart cache : one.run.caches) {
        points.push_back(one.run.blank);
        points.back().cache = cache;
      }
    }
    write_results(console, options_.output, plan_page(points), {});
    return exit_code::done;
  }

  int replay(Console& console) {
    PointFilter filter{{}, call_.backend, call_.caches};
    // Loaded, so that a name nobody knows is not taken for a kernel without points.
    for (const std::string& name : options_.kernels) {
      KernelFile file = load_kernel(name);
      filter.kernels.push_back(file.kernel.id);
      kernels_.add(std::move(file));
    }
    std::vector<ValidateInput> inputs = replayed(options_.replay);
    options_.check_outputs();
    ValidateAnswer answer = compare(std::move(inputs), filter);
    return finish(console, answer);
  }

  int measure(Console& console) {
    const BackendKind backend = call_.backend.value_or(BackendKind::cuda);
    refuse_late_faults();
    if (options_.random > 0) return measure_random(console);
    std::vector<PlannedCase> cases = planned(options_, call_, suite_, backend, kernels_);
    std::vector<PlannedCase> to_write;
    if (backend == BackendKind::cuda) {
      const auto own = std::stable_partition(
          cases.begin(), cases.end(), [&](const auto& one) { return !is_written(one, options_); });
      to_write.assign(own, cases.end());
      cases.erase(own, cases.end());
    }
    if (!cases.empty() && !to_write.empty() && !options_.record.empty()) {
      refuse_call("usage", "a record is of one compiler, and some of these kernels need another",
                  {"measure kernels of the library apart from others, or all with --written"});
    }
    options_.check_outputs();
    std::vector<ValidateInput> inputs;
    if (!to_write.empty()) {
      std::optional<Record> record =
          measured_as_written(written_run(to_write, options_, kernels_), options_, console);
      if (!record) return exit_code::interrupted;
      inputs.push_back({std::move(*record), {}});
    }
    if (!cases.empty()) {
      std::optional<Record> record = measured(cases, backend, options_, console);
      if (!record) return exit_code::interrupted;
      inputs.push_back({std::move(*record), {}});
    }
    ValidateAnswer answer = compare(std::move(inputs), {});
    answer.judged = !options_.kernels.empty();
    return finish(console, answer);
  }

  int measure_random(Console& console) {
    options_.check_outputs();
    std::vector<KernelFile> files;
    std::optional<Record> record =
        measured_as_written(random_run(options_, files), options_, console);
    if (!record) return exit_code::interrupted;
    std::vector<ValidateInput> inputs;
    inputs.push_back({std::move(*record), {}});
    ValidateAnswer answer = compare(std::move(inputs), {});
    return finish(console, answer);
  }

  ValidateAnswer compare(std::vector<ValidateInput> inputs, const PointFilter& filter) {
    std::vector<Diagnostic> notes;
    if (!options_.from_ncu.empty()) join_counters(options_.from_ncu, inputs, notes);
    ValidateAnswer answer = judge_points({.inputs = std::move(inputs),
                                          .filter = filter,
                                          .sets = suite_.suite.sets,
                                          .device = options_.device,
                                          .host = options_.host,
                                          .model = call_.model,
                                          .tolerance = call_.tolerance,
                                          .why = options_.why},
                                         kernels_);
    answer.notes.insert(answer.notes.end(), notes.begin(), notes.end());
    return answer;
  }

  // What can only be found after the measurement otherwise.
  void refuse_late_faults() const {
    if (!options_.host.empty()) load_cpu(options_.host);
    if (!options_.device.empty()) load_gpu(options_.device);
  }

  int finish(Console& console, ValidateAnswer& answer) {
    if (answer.points.empty()) {
      throw InputError{{{.id = "record-none",
                         .message = "no point is left to look at",
                         .hints = {"kernels, --backend and --cache choose among the points"}}}};
    }
    apply_bars(options_, answer, console);
    conclude(answer, options_.require_level);
    tell(console, answer.notes);
    const Page page = validate_page(answer);
    write_results(
        console, options_.output, page,
        [&](std::ostream& out) { out << to_text(validate_json(answer)); },
        [&](std::ostream& out) { validate_picture(answer).write(out); },
        [&](std::ostream& out) { validate_html(out, answer, page); });
    return answer.exit_code;
  }

  // Notes are for those who ask, but for the one that says what was not checked.
  void tell(Console& console, const std::vector<Diagnostic>& notes) const {
    for (const Diagnostic& note : notes) {
      const bool minor = note.severity == Severity::note && note.id != "counters-denied";
      if (minor && !options_.output.verbose) continue;
      render_diagnostic(console.err, note, console.err_color);
    }
  }

  ValidateOptions options_;
  ValidateCall call_;
  SuiteFile suite_;  // its sets are those of every report
  KernelShelf kernels_;
};

}  // namespace

std::unique_ptr<Command> make_validate() {
  return std::make_unique<Validate>();
}

}  // namespace gpumodel
