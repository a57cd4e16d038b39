#include "src/view/validate/programs_json.hpp"

#include "src/view/common/error_json.hpp"
#include "src/view/validate/program_record_json.hpp"

namespace gpumodel {
namespace {

using RunFile = std::optional<InputFile> ProgramRun::*;

// Those of all runs, each once.
std::vector<InputFile> files_of(const ProgramsAnswer& a, std::initializer_list<RunFile> files) {
  std::vector<InputFile> all;
  for (const ProgramRun& run : a.runs) {
    for (const RunFile file : files) {
      if (!(run.*file)) continue;
      const InputFile& one = *(run.*file);
      const auto same = [&](const InputFile& other) {
        return other.name == one.name && other.file == one.file && other.sha256 == one.sha256;
      };
      if (std::ranges::none_of(all, same)) all.push_back(one);
    }
  }
  return all;
}

const Object<ProgramsAnswer>& programs_inputs() {
  static const Object<ProgramsAnswer> table(
      "inputs", "",
      {
          {"records", "", input_file, [](auto& a) { return files_of(a, {&ProgramRun::record}); }},
          {"devices", "", input_file,
           [](auto& a) {
             return files_of(a, {&ProgramRun::device, &ProgramRun::host});
           }},
          {"systems", "", input_file, [](auto& a) { return files_of(a, {&ProgramRun::system}); }},
      });
  return table;
}

std::optional<std::string> why_none(const JudgedProgram& judged) {
  const std::string& reason =
      judged.point.is_measured() ? judged.prediction.reason : judged.point.reason;
  return only_if(!reason.empty(), reason);
}

template <class Get>
constexpr auto timed_program(Get get) {
  return [get](const JudgedProgram& judged) {
    return judged.point.time ? std::optional(std::invoke(get, *judged.point.time)) : std::nullopt;
  };
}

std::optional<std::array<double, 2>> program_interval(const JudgedProgram& judged) {
  const ProgramPrediction& p = judged.prediction;
  return only_if(p.time_s.has_value(), std::array{p.low_s, p.high_s});
}

const Object<JudgedProgram>& judged_program() {
  static const Object<JudgedProgram> table(
      "judged_program", "",
      {
          {settings_object, &JudgedProgram::point},
          {"run", "index into runs", &JudgedProgram::run},
          {"status", "", [](auto& judged) { return judged.point.status; }},
          {"verdict", "", &JudgedProgram::verdict},
          {"reason", "why there is no time or no prediction", why_none},
          {"doubts", "about the measurement", &JudgedProgram::doubts},
          {"predicted_s", "s", [](auto& judged) { return judged.prediction.time_s; }, {.above = 0}},
          {"interval_s", "s", program_interval},
          {"measured_s", "s", timed_program(&Timing::median_s), {.above = 0}},
          {"spread", "half the distance of the quartiles over the median",
           timed_program(&Timing::spread)},
          {"relative_error",
           "(predicted - measured) / measured",
           &JudgedProgram::relative_error,
           {.below_zero = true}},
          {"textbook_s",
           "s; max(kernels, copies) + min(kernels, copies) / chunks",
           [](auto& judged) { return judged.prediction.textbook_s; },
           {.above = 0}},
          {"textbook_error", "relative", &JudgedProgram::textbook_error, {.below_zero = true}},
      });
  return table;
}

const Object<ProgramSetRow>& program_set() {
  static const Object<ProgramSetRow> table(
      "program_set", "",
      {
          {"set", "", &ProgramSetRow::set},
          {"points", "measured or not", &ProgramSetRow::points, {.least = 1}},
          {statistics_object, &ProgramSetRow::errors},
          {"textbook", "", statistics_object, &ProgramSetRow::textbook},
          {"worst", "index into records", &ProgramSetRow::worst},
      });
  return table;
}

struct BestChunks {
  std::int64_t chunks;
  double measured_s;
};

const Object<BestChunks>& best_chunks_object() {
  static const Object<BestChunks> table(
      "best_chunks", "",
      {
          {"chunks", "", &BestChunks::chunks, {.least = 1}},
          {"measured_s", "s; at this chunk count", &BestChunks::measured_s, {.above = 0}},
      });
  return table;
}

struct SweepOf {
  const ProgramsAnswer& answer;
  const ChunkSweep& sweep;
};

const Object<SweepOf>& sweep_object() {
  static const Object<SweepOf> table(
      "sweep", "",
      {
          {sweep_settings, [](auto& s) -> auto& { return s.answer.points[s.sweep.first].point; }},
          {"points", "", [](auto& s) { return s.sweep.points; }, {.least = 3}},
          {"best_measured", "", best_chunks_object,
           [](auto& s) {
             return BestChunks{s.sweep.best_measured, s.sweep.best_s};
           }},
          {"best_predicted", "the chunk count predicted to be best, and what was measured at it",
           best_chunks_object,
           [](auto& s) {
             return BestChunks{s.sweep.best_predicted, s.sweep.chosen_s};
           }},
          {"loss", "what following the prediction costs: the second time over the first, minus 1",
           [](auto& s) { return s.sweep.loss(); }},
      });
  return table;
}

std::vector<SweepOf> sweeps_of(const ProgramsAnswer& a) {
  std::vector<SweepOf> all;
  for (const ChunkSweep& sweep : a.sweeps) all.push_back({a, sweep});
  return all;
}

const Object<ProgramRun>& program_run() {
  static const auto name_of = [](RunFile file) {
    return [file](const ProgramRun& run) {
      return run.*file ? std::optional((run.*file)->name) : std::nullopt;
    };
  };
  static const Object<ProgramRun> table(
      "program_run", "A record, or what was measured now.",
      {
          {"environment", "", program_environment, &ProgramRun::environment},
          {"record", "its file; null: measured now",
           [](auto& run) { return run.record ? std::optional(run.record->file) : std::nullopt; }},
          {"device", "", name_of(&ProgramRun::device)},
          {"system", "", name_of(&ProgramRun::system)},
          {"host", "", name_of(&ProgramRun::host)},
          {"device_fields", "", match_object, &ProgramRun::matches},
      });
  return table;
}

}  // namespace

const Document<ProgramsAnswer>& validate_programs_document() {
  static const Document<ProgramsAnswer> document(
      {.name = "validate-programs",
       .description =
           "Whole programs, predicted against measured. Base SI units; a field that does "
           "not apply is null.",
       .command = "validate",
       .exit_codes = {0, 1, 3, 5, 6}},
      {
          {"inputs", "", programs_inputs, std::identity{}},
          {"model", "of the kernels", [](auto& a) { return a.model->name; }},
          {"tolerance", "of a time", &ProgramsAnswer::tolerance},
          {"summary", "", statistics_object,
           [](auto& a) { return error_statistics(pairs_of(a.points)); }},
          {"textbook", "of the stream formula, where a program has chunks", statistics_object,
           [](auto& a) { return error_statistics(pairs_of(a.points, ProgramTime::textbook)); }},
          {"sets", "", program_set, &ProgramsAnswer::sets},
          {"sweeps", "cases that differ in their chunk count only", sweep_object, sweeps_of},
          {"bars", "of --bars", bar_object, &ProgramsAnswer::bars},
          {"runs", "", program_run, &ProgramsAnswer::runs},
          {"records", "", judged_program, &ProgramsAnswer::points},
      });
  return document;
}

Json validate_programs_json(const ProgramsAnswer& a) {
  return validate_programs_document().write(a, a.notes, a.exit_code);
}

}  // namespace gpumodel
