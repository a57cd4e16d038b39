// What follows from the verdicts: the level reached, what is said about it, the exit code.
#include <algorithm>
#include <map>

#include "src/app/validate/judge.hpp"
#include "src/diagnostics/exit_code.hpp"

namespace gpumodel {
namespace {

std::size_t count(const ValidateAnswer& answer, PointVerdict verdict) {
  return static_cast<std::size_t>(
      std::ranges::count(answer.points, verdict, &JudgedPoint::verdict));
}

std::string points_text(std::size_t n) {
  return std::to_string(n) + (n == 1 ? " point" : " points");
}

std::string place(const Point& point) {
  return point.kernel + " " + parameter_text(point) + " (" + std::string(to_string(point.backend)) +
         ", " + std::string(to_string(point.cache)) + ")";
}

// A sustained ceiling that somebody measured, for every kind the default model uses.
bool has_measured_ceilings(const Gpu& gpu) {
  const auto measured = [](const SourcedValue& value) {
    return value.source.from == Provenance::measured;
  };
  return measured(gpu.dram_copy_bandwidth) && measured(gpu.l2_read_bandwidth) &&
         measured(gpu.sustained_fp32) && measured(gpu.sustained_fp64) &&
         measured(gpu.launch_latency);
}

int level_of(const ValidateAnswer& answer) {
  bool timed = false;
  bool counted = true;
  for (const JudgedPoint& judged : answer.points) {
    if (!judged.point.is_measured()) continue;
    timed = true;
    counted = counted && judged.point.counters && !judged.point.counters->empty();
  }
  if (!timed) return 0;
  if (!counted) return 1;
  const bool ceilings = std::ranges::all_of(answer.runs, [](const ValidateRun& run) {
    return run.gpu() == nullptr || has_measured_ceilings(*run.gpu());
  });
  return ceilings ? 3 : 2;
}

class Notes {
 public:
  explicit Notes(ValidateAnswer& answer) : answer_(answer) {}

  void write() {
    tell(PointVerdict::wrong_answer, Severity::error, "answer-wrong", "wrong answer");
    tell(PointVerdict::failed, Severity::error, "case-failed", "failed");
    tell(PointVerdict::skipped, Severity::warning, "case-skipped", "skipped");
    tell_doubts();
    tell_unpredicted();
    tell_counters();
    tell_devices();
  }

 private:
  Diagnostic& add(Severity severity, std::string_view id, std::string message) {
    return answer_.notes.emplace_back(
        Diagnostic{.severity = severity, .id = id, .message = std::move(message)});
  }

  void tell(PointVerdict verdict, Severity severity, std::string_view id, std::string_view what) {
    std::size_t told = 0;
    for (const JudgedPoint& judged : answer_.points) {
      if (judged.verdict != verdict || told++ >= most_told) continue;
      add(severity, id, place(judged.point) + " " + std::string(what) + ": " + judged.point.reason);
    }
    if (told > most_told) {
      add(severity, id, std::to_string(told - most_told) + " more: " + std::string(what));
    }
  }

  void tell_doubts() {
    std::map<std::string, std::size_t> kinds;
    std::size_t points = 0;
    for (const JudgedPoint& judged : answer_.points) {
      if (!judged.doubts.empty()) ++points;
      for (const std::string& doubt : judged.doubts) ++kinds[kind_of(doubt)];
    }
    if (points == 0) return;
    std::string text = points_text(points) + " of " + std::to_string(answer_.points.size()) +
                       " cannot be relied on:";
    for (const auto& [kind, n] : kinds) text += " " + std::to_string(n) + " " + kind + ",";
    text.pop_back();
    add(Severity::warning, "measurement-doubtful", std::move(text)).hints = {
        "measure them again on a machine that is cool and not shared"};
  }

  static std::string kind_of(const std::string& doubt) {
    return doubt.starts_with("few")         ? "with few samples"
           : doubt.starts_with("noisy")     ? "noisy"
           : doubt.starts_with("throttled") ? "throttled"
                                            : "with other processes on the device";
  }

  void tell_unpredicted() {
    std::map<std::string, std::size_t> reasons;
    for (const JudgedPoint& judged : answer_.points) {
      if (judged.verdict == PointVerdict::not_predicted) ++reasons[judged.prediction.reason];
    }
    for (const auto& [reason, n] : reasons) {
      add(Severity::note, "not-predicted", points_text(n) + " not predicted: " + reason);
    }
  }

  void tell_counters() {
    for (const JudgedPoint& judged : answer_.points) {
      const Point& point = judged.point;
      if (!point.is_measured() || point.counters || point.counters_note.empty()) continue;
      Diagnostic& note = add(Severity::note, "counters-denied",
                             "no hardware counters were read; checked time only (level 1 of 3)");
      note.hints = {point.counters_note,
                    "with a report made elsewhere: gpumodel validate --replay FILE --from-ncu CSV"};
      return;
    }
  }

  static std::string machine_name(const Environment& environment) {
    return environment.device ? environment.device->name : environment.host.cpu;
  }

  void tell_devices() {
    for (const ValidateRun& run : answer_.runs) {
      const auto wrong = std::ranges::count(run.matches, false, &FieldMatch::matches);
      if (wrong == 0 || std::ranges::find(told_, run.device->text.shown) != told_.end()) continue;
      told_.push_back(run.device->text.shown);
      Diagnostic& note =
          add(Severity::warning, "device-differs",
              std::to_string(wrong) + " of " + std::to_string(run.matches.size()) +
                  " checkable fields differ from '" + machine_name(run.environment) + "'");
      note.file = run.device->text.shown;
    }
  }

  ValidateAnswer& answer_;
  std::vector<std::string> told_;
};

// 0 where the level required is reached.
int level_code(ValidateAnswer& answer, int required) {
  if (answer.level >= required) return exit_code::done;
  const bool timed = answer.level >= 1;
  const bool counters = timed && required >= 2 && answer.level < 2;
  answer.notes.push_back(
      {.id = "level-missed",
       .message = "level " + std::to_string(answer.level) + " of 3 was reached, level " +
                  std::to_string(required) + " is required",
       .hints = {!timed     ? "level 1 needs a point that was measured"
                 : counters ? "level 2 needs hardware counters of every point"
                            : "level 3 needs a device file with measured ceilings: gpumodel "
                              "calibrate --output device.yaml"}});
  return counters ? exit_code::counters_denied : exit_code::check_failed;
}

// Of kernels that were named and measured: every point must pass.
int judged_code(const ValidateAnswer& answer) {
  if (count(answer, PointVerdict::skipped) > 0) return exit_code::bad_input;
  if (count(answer, PointVerdict::inconclusive) + count(answer, PointVerdict::not_predicted) > 0) {
    return exit_code::inconclusive;
  }
  return count(answer, PointVerdict::outside) > 0 ? exit_code::check_failed : exit_code::done;
}

}  // namespace

void conclude(ValidateAnswer& answer, int required_level) {
  answer.level = level_of(answer);
  Notes(answer).write();
  const int level = level_code(answer, required_level);
  const bool broken =
      count(answer, PointVerdict::wrong_answer) + count(answer, PointVerdict::failed) > 0;
  const bool exceeded = !std::ranges::all_of(answer.bars, &BarResult::held);
  answer.exit_code = broken || exceeded ? exit_code::check_failed
                     : level != 0       ? level
                     : answer.judged    ? judged_code(answer)
                                        : exit_code::done;
}

}  // namespace gpumodel
