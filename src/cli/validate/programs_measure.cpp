#include "src/cli/validate/programs_measure.hpp"

#include <unistd.h>

#include <algorithm>
#include <map>

#include "src/cli/program/runner.hpp"
#include "src/cli/validate/programs_machine.hpp"
#include "src/cli/validate/progress.hpp"
#include "src/cli/validate/recording.hpp"
#include "src/io/record/read_program_record.hpp"
#include "src/view/validate/program_record_json.hpp"

namespace gpumodel {
namespace {

class MeasuringPrograms {
 public:
  MeasuringPrograms(const ValidateOptions& options, const ValidateCall& call,
                    const ProgramNames& names, Console& console)
      : runner_(call.backend.value_or(BackendKind::cuda)), options_(options), console_(console) {
    if (!options.record.empty()) recording_.emplace(options.record_file());
    record_.environment = run_.environment = runner_.environment();
    machine_.emplace(options, *call.model, names, run_);
  }

  // Removes what the runner has no code for, and what needs more GPUs than there are.
  void leave_out(std::vector<ProgramPoint>& points, std::vector<Diagnostic>& notes) const {
    leave_out_without_code(points, notes);
    leave_out_without_gpus(points, notes);
  }

  std::optional<ProgramRecord> run(const std::vector<ProgramPoint>& points) {
    take_earlier();
    std::size_t known = 0;
    for (const ProgramPoint& point : points) known += earlier_.count(identity(point));
    const Interruption interruption;
    Progress progress(console_.err, isatty(STDERR_FILENO) != 0 && !options_.output.quiet,
                      points.size(), known);
    for (const ProgramPoint& point : points) {
      if (Interruption::asked() || !run_case(point, progress)) {
        tell_interrupted(console_, record_.points.size(), points.size(),
                         recording_ ? &*recording_ : nullptr);
        return std::nullopt;
      }
    }
    if (recording_) recording_->finish(record_text(record_));
    return std::move(record_);
  }

 private:
  static void warn(std::vector<Diagnostic>& notes, std::string text) {
    notes.push_back(
        {.severity = Severity::warning, .id = "case-skipped", .message = std::move(text)});
  }

  void leave_out_without_code(std::vector<ProgramPoint>& points,
                              std::vector<Diagnostic>& notes) const {
    const std::optional<std::vector<std::string>> known = runner_.programs();
    if (!known) return;
    const auto has_none = [&](const ProgramPoint& point) {
      return std::ranges::find(*known, point.program) == known->end();
    };
    const auto count = std::ranges::count_if(points, has_none);
    if (count == 0) return;
    const std::string backend(to_string(record_.environment.backend));
    warn(notes, std::to_string(count) + (count == 1 ? " case has" : " cases have") +
                    " no code for the backend " + backend);
    std::erase_if(points, has_none);
  }

  void leave_out_without_gpus(std::vector<ProgramPoint>& points,
                              std::vector<Diagnostic>& notes) const {
    const auto there = static_cast<std::int64_t>(record_.environment.devices.size());
    std::map<std::int64_t, std::size_t> too_many;
    for (const ProgramPoint& point : points) {
      if (point.gpus > there) ++too_many[point.gpus];
    }
    if (too_many.empty()) return;
    std::string text;
    for (const auto& [gpus, n] : too_many) {
      text += (text.empty() ? "" : ", ") + std::to_string(n) +
              (n == 1 ? " case needs " : " cases need ") + std::to_string(gpus) + " GPUs";
    }
    text += ": this machine has " + std::to_string(there);
    warn(notes, std::move(text));
    std::erase_if(points, [&](const ProgramPoint& point) { return point.gpus > there; });
  }

  void take_earlier() {
    if (!recording_) return;
    if (recording_->goes_on()) {
      ProgramRecord earlier =
          read_partial_program_record(recording_->partial(), recording_->partial());
      recording_->expect_same_environment(difference(earlier.environment, record_.environment));
      for (ProgramPoint& point : earlier.points) {
        if (point.is_measured()) earlier_.insert_or_assign(identity(point), std::move(point));
      }
    }
    recording_->begin(partial_head(record_.environment));
    if (!earlier_.empty()) tell_continued(console_, earlier_.size(), *recording_);
  }

  // False if the user interrupted.
  bool run_case(const ProgramPoint& asked, Progress& progress) {
    if (const auto known = earlier_.find(identity(asked)); known != earlier_.end()) {
      record_.points.push_back(known->second);
      return true;
    }
    std::optional<ProgramPoint> point = measure(asked);
    if (!point) return false;
    if (recording_) recording_->add(partial_line(*point));
    progress.point_done(identity(*point), status_text(point->time, point->status));
    record_.points.push_back(std::move(*point));
    return true;
  }

  std::optional<ProgramPoint> measure(const ProgramPoint& asked) {
    std::string script;
    try {
      script = machine_->script(asked);
    } catch (const InputError& error) {
      ProgramPoint point = asked;
      point.status = PointStatus::skipped;
      point.reason = error.found.front().message;
      return point;
    }
    return runner_.measure(script, asked, options_.seconds, options_.limit_seconds);
  }

  ProgramRunner runner_;
  const ValidateOptions& options_;
  Console& console_;
  std::optional<Recording> recording_;
  ProgramRun run_;
  std::optional<ProgramMachine> machine_;
  std::map<std::string, ProgramPoint> earlier_;
  ProgramRecord record_;
};

}  // namespace

std::optional<ProgramRecord> measured_programs(std::vector<ProgramPoint> points,
                                               const ValidateOptions& options,
                                               const ValidateCall& call, const ProgramNames& names,
                                               Console& console, std::vector<Diagnostic>& notes) {
  MeasuringPrograms measuring(options, call, names, console);
  measuring.leave_out(points, notes);
  return measuring.run(points);
}

}  // namespace gpumodel
