#include "src/cli/validate/programs.hpp"

#include <algorithm>
#include <map>
#include <ostream>

#include "src/cli/common/replay.hpp"
#include "src/cli/validate/bars.hpp"
#include "src/cli/validate/programs_machine.hpp"
#include "src/cli/validate/programs_measure.hpp"
#include "src/cli/validate/programs_plan.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/text/amount.hpp"
#include "src/view/common/diagnostics_text.hpp"
#include "src/view/validate/programs_json.hpp"
#include "src/view/validate/programs_page.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_cases_shown = 24;
class ProgramValidation {
 public:
  ProgramValidation(const ValidateOptions& options, const ValidateCall& call, Console& console)
      : options_(options), call_(call), console_(console) {
    answer_.model = call.model;
    answer_.tolerance = call.tolerance;
    if (!options.gpus.empty()) gpus_ = count_of(options.gpus);
  }

  int run() {
    if (options_.list) return list();
    if (options_.replay.empty()) {
      std::vector<ProgramPoint> points = planned();
      if (points.empty()) nothing_left();
      options_.check_outputs();
      auto record =
          measured_programs(std::move(points), options_, call_, names_, console_, answer_.notes);
      if (!record) return exit_code::interrupted;
      add({std::move(*record), {}});
    } else {
      asked_ = ids_of(options_.kernels, names_);
      std::vector<ProgramInput> inputs = replayed_programs(options_.replay);
      options_.check_outputs();
      for (ProgramInput& input : inputs) add(std::move(input));
      expect_known_names();
    }
    return finish();
  }

 private:
  static std::int64_t count_of(const std::string& text) {
    const std::vector<std::int64_t> amounts = parse_amounts("--gpus", text, AmountKind::count);
    if (amounts.size() == 1 && amounts.front() >= 1) return amounts.front();
    refuse_call("amount-wrong", "--gpus " + text + " is no usable number",
                {"expected a whole number, 1 or more"});
  }

  [[noreturn]] static void nothing_left() {
    throw InputError{
        {{.id = "record-none",
          .message = "no case is left to look at",
          .hints = {"names, --gpus and --backend choose among the cases; all of them: gpumodel "
                    "validate --programs --list"}}}};
  }

  bool is_chosen(const ProgramPoint& point) const { return !gpus_ || point.gpus == *gpus_; }

  // A name that nobody knows is not taken for a program without cases.
  void expect_known_names() const {
    for (const std::string& name : asked_) {
      const auto means = [&](const JudgedProgram& j) { return is_asked_for(j.point, {name}); };
      if (std::ranges::none_of(answer_.points, means)) locate(Shelf::programs, name);
    }
  }

  std::vector<ProgramPoint> planned() {
    std::vector<ProgramPoint> points =
        planned_programs(options_, call_.backend.value_or(BackendKind::cuda), names_);
    std::erase_if(points, [&](const ProgramPoint& p) { return !is_chosen(p); });
    return points;
  }

  int list() {
    if (!options_.output.json.empty()) {
      refuse_call("usage", "--list has no JSON", {"--csv has the same tables"});
    }
    write_results(console_, options_.output, program_plan_page(planned()), {});
    return exit_code::done;
  }

  void add(ProgramInput input) {
    if (call_.backend && *call_.backend != input.record.environment.backend) return;
    ProgramRun run{std::move(input.record.environment), std::move(input.file), {}, {}, {}, {}};
    ProgramMachine& machine = machine_of(run);
    answer_.runs.push_back(std::move(run));
    for (ProgramPoint& point : input.record.points) {
      if (!is_chosen(point) || !is_asked_for(point, asked_)) continue;
      ProgramPrediction prediction;
      if (point.is_measured()) prediction = machine.predict(point);
      answer_.points.push_back(judge(std::move(point), std::move(prediction), answer_.tolerance));
      answer_.points.back().run = answer_.runs.size() - 1;
    }
  }

  // Records of one machine measure the same cases, or others with the same kernels.
  ProgramMachine& machine_of(ProgramRun& run) {
    ProgramMachine machine(options_, *answer_.model, names_, run);
    std::string name = run.environment.devices.front().name;
    name += machine.openacc() ? "|openacc" : "|cuda";
    for (const auto& file : {run.device, run.host, run.system}) {
      name += '|' + (file ? file->path : std::string());
    }
    return machines_.try_emplace(std::move(name), std::move(machine)).first->second;
  }

  int finish() {
    if (answer_.points.empty()) nothing_left();
    answer_.sets = rows_by_set(answer_.points);
    answer_.sweeps = chunk_sweeps(answer_.points);
    answer_.every_case = options_.output.verbose || answer_.points.size() <= most_cases_shown;
    apply_bars(options_, answer_, console_);
    conclude();
    for (const Diagnostic& note : answer_.notes) {
      render_diagnostic(console_.err, note, console_.err_color);
    }
    write_results(console_, options_.output, validate_programs_page(answer_),
                  [&](std::ostream& out) { out << to_text(validate_programs_json(answer_)); });
    return answer_.exit_code;
  }

  void conclude() {
    const bool wrong =
        tell(PointVerdict::wrong_answer, Severity::error, "answer-wrong", "wrong answer") +
            tell(PointVerdict::failed, Severity::error, "case-failed", "failed") >
        0;
    tell(PointVerdict::skipped, Severity::warning, "case-skipped", "skipped");
    tell(PointVerdict::not_predicted, Severity::warning, "not-predicted", "not predicted");
    tell_doubts();
    tell_devices();
    const bool exceeded = !std::ranges::all_of(answer_.bars, &BarResult::held);
    answer_.exit_code = wrong || exceeded ? exit_code::check_failed : exit_code::done;
  }

  std::size_t tell(PointVerdict verdict, Severity severity, std::string_view id,
                   const std::string& what) {
    std::size_t count = 0;
    for (const JudgedProgram& judged : answer_.points) {
      if (judged.verdict != verdict || ++count > most_told) continue;
      const std::string& reason =
          judged.point.is_measured() ? judged.prediction.reason : judged.point.reason;
      note(severity, id, identity(judged.point) + ": " + what + ": " + reason);
    }
    if (count > most_told) {
      note(severity, id, std::to_string(count - most_told) + " more: " + what);
    }
    return count;
  }

  void tell_doubts() {
    const auto doubtful = std::ranges::count(
        answer_.points, false, [](const JudgedProgram& j) { return j.doubts.empty(); });
    if (doubtful == 0) return;
    note(Severity::warning, "measurement-doubtful",
         std::to_string(doubtful) + " of " + std::to_string(answer_.points.size()) +
             " cases cannot be relied on: noisy, throttled, or the device was shared");
  }

  void tell_devices() {
    for (const ProgramRun& run : answer_.runs) {
      const auto wrong = std::ranges::count(run.matches, false, &FieldMatch::matches);
      if (wrong == 0) continue;
      note(Severity::warning, "device-differs",
           std::to_string(wrong) + " of " + std::to_string(run.matches.size()) +
               " checkable fields differ from '" + run.environment.devices.front().name + "'");
      answer_.notes.back().file = run.device->file;
    }
  }

  void note(Severity severity, std::string_view id, std::string message) {
    answer_.notes.push_back({.severity = severity, .id = id, .message = std::move(message)});
  }

  const ValidateOptions& options_;
  const ValidateCall& call_;
  Console& console_;
  std::optional<std::int64_t> gpus_;
  std::vector<std::string> asked_;  // of a replay: ids of programs, names of sets
  ProgramNames names_;
  std::map<std::string, ProgramMachine> machines_;
  ProgramsAnswer answer_;
};

}  // namespace

int validate_programs(const ValidateOptions& options, const ValidateCall& call, Console& console) {
  return ProgramValidation(options, call, console).run();
}

}  // namespace gpumodel
