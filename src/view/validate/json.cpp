#include "src/view/validate/json.hpp"

#include "src/view/common/error_json.hpp"
#include "src/view/validate/record_json.hpp"
#include "src/view/validate/sums.hpp"
#include "src/view/validate/why_json.hpp"

namespace gpumodel {
namespace {

std::vector<InputFile> records_of(const ValidateAnswer& a) {
  std::vector<InputFile> all;
  for (const ValidateRun& run : a.runs) {
    if (run.record) all.push_back(*run.record);
  }
  return all;
}

std::vector<InputFile> devices_of(const ValidateAnswer& a) {
  std::vector<InputFile> all;
  for (const ValidateRun& run : a.runs) {
    if (!run.device) continue;
    const std::string& file = run.device->text.shown;
    if (std::ranges::find(all, file, &InputFile::file) == all.end())
      all.push_back(input(run.device_id(), run.device->text));
  }
  return all;
}

const Object<ValidateAnswer>& validate_inputs() {
  static const Object<ValidateAnswer> table("inputs", "",
                                            {
                                                {"records", "", input_file, records_of},
                                                {"devices", "", input_file, devices_of},
                                            });
  return table;
}

const Object<CounterCheck>& counter_check() {
  static const Object<CounterCheck> table(
      "check", "A quantity that hardware counters tell.",
      {
          {"id", "", &CounterCheck::id},
          {"predicted", "", &CounterCheck::predicted, {.below_zero = true}},
          {"measured", "", &CounterCheck::measured, {.below_zero = true}},
          {"relative_error",
           "over what was counted; over what the kernel asked for where next to nothing was "
           "counted",
           &CounterCheck::relative_error,
           {.below_zero = true}},
          {"tolerance", "null: shown, not judged", &CounterCheck::tolerance},
          {"verdict", "", &CounterCheck::verdict},
      });
  return table;
}

std::array<double, 2> interval_of(const ModelAnswer& answer) {
  return {answer.low_s, answer.high_s};
}

const Object<ModelAnswer>& answer_object() {
  static const Object<ModelAnswer> table(
      "answer", "What one model predicts.",
      {
          {"model", "", [](auto& answer) { return answer.model->name; }},
          {"predicted_s", "s", &ModelAnswer::time_s, {.above = 0}},
          {"interval_s", "s", interval_of},
          {"bound", "limiting leaf term", &ModelAnswer::bound},
          {"known_within", "constant that the interval is at least as wide as; null: none",
           [](auto& a) {
             return a.known_within == nullptr ? std::nullopt : std::optional(a.known_within->name);
           }},
      });
  return table;
}

// Of the answer of the model asked for.
template <class Get>
constexpr auto answered(Get get) {
  return [get](const JudgedPoint& judged) {
    return judged.answer ? std::optional(std::invoke(get, *judged.answer)) : std::nullopt;
  };
}

template <class Get>
constexpr auto timed(Get get) {
  return [get](const JudgedPoint& judged) {
    return judged.point.time ? std::optional(std::invoke(get, *judged.point.time)) : std::nullopt;
  };
}

const Object<Point>& what_ran() {
  static const Object<Point> table(
      "what", "",
      {
          {"kernel", "", &Point::kernel},
          {"backend", "", &Point::backend},
          {"parameters", "values of all parameters", [](auto& p) { return named(p.parameters); }},
          {"launch", "", recorded_launch, &Point::launch},
          {"cache", "L2 when the launch began", &Point::cache},
      });
  return table;
}

std::optional<std::string> reason_of(const JudgedPoint& judged) {
  const std::string& reason =
      judged.point.is_measured() ? judged.prediction.reason : judged.point.reason;
  return only_if(!reason.empty(), reason);
}

const Object<JudgedPoint>& judged_object() {
  static const Object<JudgedPoint> table(
      "judged", "",
      {
          {what_ran, &JudgedPoint::point},
          {"run", "index into runs", &JudgedPoint::run},
          {"sets", "of the suite, by name", &JudgedPoint::sets},
          {"counts", "false: in no sum of errors, but for that of its own sets and kernel",
           &JudgedPoint::counts},
          {"status", "", [](auto& judged) { return judged.point.status; }},
          {"verdict", "", &JudgedPoint::verdict},
          {"reason", "why there is no time or no prediction", reason_of},
          {"doubts", "about the measurement", &JudgedPoint::doubts},
          {"predicted_s", "s; of the model asked for", answered(&ModelAnswer::time_s)},
          {"interval_s", "s", answered(interval_of)},
          {"measured_s", "s; median of one launch", timed(&Timing::median_s)},
          {"spread", "half the distance of the quartiles over the median", timed(&Timing::spread)},
          {"relative_error",
           "(predicted - measured) / measured",
           &JudgedPoint::relative_error,
           {.below_zero = true}},
          {"bound", "limiting leaf term", answered(&ModelAnswer::bound)},
          {"limiter_agrees", "", &JudgedPoint::limiter_agrees},
          {"models", "", answer_object, [](auto& judged) { return judged.prediction.answers; }},
          {"counters", "hardware counters by their names",
           [](auto& judged) { return judged.point.counters; }},
          {"checks", "", counter_check, [](auto& judged) { return judged.prediction.checks; }},
      });
  return table;
}

const Object<PointOf>& judged_point() {
  static const Object<PointOf> table(
      "point", "One kernel at given parameters, in one cache state, on one backend.",
      {
          {judged_object, [](auto& p) -> auto& { return p.judged; }},
          {"why", "", waterfall_object,
           [](auto& p) { return p.judged.prediction.why ? &p : nullptr; }},
      });
  return table;
}

std::vector<PointOf> points_of(const ValidateAnswer& a) {
  std::vector<PointOf> all;
  for (const JudgedPoint& judged : a.points) all.push_back({a, judged});
  return all;
}

struct ModelErrors {
  std::string_view model;
  ErrorStatistics errors;
};

const Object<ModelErrors>& model_errors() {
  static const Object<ModelErrors> table("model", "",
                                         {
                                             {"model", "", &ModelErrors::model},
                                             {statistics_object, &ModelErrors::errors},
                                         });
  return table;
}

std::vector<ModelErrors> errors_by_model(const ValidateAnswer& a) {
  std::vector<ModelErrors> all;
  for (const Model& model : models()) all.push_back({model.name, summed_errors(a, model)});
  return all;
}

const Object<PointSetRow>& set_object() {
  static const Object<PointSetRow> table(
      "set", "",
      {
          {"set", "", &PointSetRow::set},
          {"summary", "one line; may be empty", &PointSetRow::summary},
          {"counts", "false: in no sum and in no other set", &PointSetRow::counts},
          {"points", "measured or not", &PointSetRow::points, {.least = 1}},
          {statistics_object, &PointSetRow::errors},
      });
  return table;
}

const Object<KernelRow>& kernel_object() {
  static const Object<KernelRow> table(
      "kernel", "",
      {
          {"kernel", "", &KernelRow::kernel},
          {"points", "measured or not", &KernelRow::points, {.least = 1}},
          {statistics_object, &KernelRow::errors},
          {"worst", "index into records", &KernelRow::worst},
      });
  return table;
}

const Object<CounterRow>& counter_object() {
  static const Object<CounterRow> table(
      "counter", "",
      {
          {"id", "", &CounterRow::id},
          {"n", "", &CounterRow::n, {.least = 1}},
          {"median_ape", "", &CounterRow::median},
          {"max_ape", "", &CounterRow::worst},
          {"within", "points within the tolerance; null: not judged",
           [](auto& row) { return only_if(row.judged, row.within); }},
          {"worst", "index into records", &CounterRow::worst_point},
      });
  return table;
}

const Object<ValidateRun>& run_object() {
  static const Object<ValidateRun> table(
      "run", "A record, or what was measured now.",
      {
          {"environment", "", environment_object, &ValidateRun::environment},
          {"record", "null: measured now",
           [](auto& run) { return run.record ? std::optional(run.record->file) : std::nullopt; }},
          {"device", "device file the predictions were made with",
           [](auto& run) { return run.device ? std::optional(run.device_id()) : std::nullopt; }},
          {"device_fields", "", match_object, &ValidateRun::matches},
      });
  return table;
}

}  // namespace

const Document<ValidateAnswer>& validate_document() {
  static const Document<ValidateAnswer> document(
      {.name = "validate",
       .description = "Predicted against measured. Base SI units; a field that does not apply is "
                      "null. Fractions are 0..1.",
       .exit_codes = {0, 1, 3, 5, 6}},
      {
          {"inputs", "", validate_inputs, std::identity{}},
          {"model", "the model asked for", [](auto& a) { return a.model->name; }},
          {"tolerance", "of a time", &ValidateAnswer::tolerance},
          {"level",
           "0 device file, 1 times, 2 counters, 3 counters and measured ceilings",
           &ValidateAnswer::level,
           {.most = 3}},
          {"points",
           "all there are, measured or not",
           [](auto& a) { return a.points.size(); },
           {.least = 1}},
          {"counting", "points that count; where there are none, sums are over those that do not",
           counting_points},
          {"summary", "of the model asked for, over the points that count", statistics_object,
           [](auto& a) { return summed_errors(a, *a.model); }},
          {"models", "all models on the same points, those that count", model_errors,
           errors_by_model},
          {"sets", "by set of the suite; sets without points are left out", set_object,
           [](auto& a) { return rows_by_set(a.points, a.sets, *a.model); }},
          {"kernels", "", kernel_object,
           [](auto& a) { return rows_by_kernel(a.points, *a.model); }},
          {"counters", "one row per quantity of checks", counter_object,
           [](auto& a) { return rows_by_counter(a.points); }},
          {"why", "", why_object, [](auto& a) { return a.why ? &a : nullptr; }},
          {"bars", "of --bars", bar_object, &ValidateAnswer::bars},
          {"environment", "of the first run; runs has all of them", environment_object,
           [](auto& a) { return a.runs.empty() ? nullptr : &a.runs.front().environment; }},
          {"runs", "records, or what was measured now", run_object, &ValidateAnswer::runs},
          {"records", "", judged_point, points_of},
      });
  return document;
}

Json validate_json(const ValidateAnswer& a) {
  return validate_document().write(a, a.notes, a.exit_code);
}

}  // namespace gpumodel
