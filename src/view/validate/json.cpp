#include "src/view/validate/json.hpp"

#include "src/view/common/error_json.hpp"
#include "src/view/validate/record_json.hpp"
#include "src/view/validate/sums.hpp"
#include "src/view/validate/why_json.hpp"

namespace gpumodel {
namespace {

Json inputs(const ValidateAnswer& a) {
  Json all = {{"records", Json::array()}, {"devices", Json::array()}};
  std::vector<std::string> seen;
  for (const ValidateRun& run : a.runs) {
    if (run.record) all["records"].push_back(json_input(run.record));
    if (!run.device) continue;
    const bool known = std::ranges::find(seen, run.device->text.shown) != seen.end();
    if (!known) all["devices"].push_back(json_input(run.device_id(), run.device->text));
    seen.push_back(run.device->text.shown);
  }
  return all;
}

Json check_json(const CounterCheck& check) {
  return {{"id", check.id},
          {"predicted", check.predicted},
          {"measured", check.measured},
          {"relative_error", check.relative_error},
          {"tolerance", or_null(check.tolerance)},
          {"verdict", to_string(check.verdict)}};
}

Json answers_json(const JudgedPoint& judged) {
  Json all = Json::array();
  for (const ModelAnswer& answer : judged.prediction.answers) {
    all.push_back({{"model", answer.model->name},
                   {"predicted_s", answer.time_s},
                   {"interval_s", {answer.low_s, answer.high_s}},
                   {"bound", answer.bound}});
  }
  return all;
}

void add_prediction(const JudgedPoint& judged, Json& one) {
  const std::optional<ModelAnswer>& answer = judged.answer;
  one["predicted_s"] = answer ? Json(answer->time_s) : Json(nullptr);
  one["interval_s"] = answer ? Json{answer->low_s, answer->high_s} : Json(nullptr);
  one["measured_s"] = judged.point.time ? Json(judged.point.time->median_s) : Json(nullptr);
  one["spread"] = judged.point.time ? Json(judged.point.time->spread()) : Json(nullptr);
  one["relative_error"] = or_null(judged.relative_error());
  one["bound"] = answer ? Json(answer->bound) : Json(nullptr);
  one["limiter_agrees"] = or_null(judged.limiter_agrees);
}

Json record_json(const JudgedPoint& judged, double tolerance) {
  const Point& point = judged.point;
  Json one = {{"kernel", point.kernel},
              {"backend", to_string(point.backend)},
              {"parameters", parameters_json(point.parameters)},
              {"launch", point.launch ? launch_json(*point.launch) : Json(nullptr)},
              {"cache", to_string(point.cache)},
              {"run", judged.run},
              {"sets", judged.sets},
              {"counts", judged.counts},
              {"status", to_string(point.status)},
              {"verdict", to_string(judged.verdict)}};
  const std::string& reason = point.is_measured() ? judged.prediction.reason : point.reason;
  one["reason"] = reason.empty() ? Json(nullptr) : Json(reason);
  one["doubts"] = judged.doubts;
  add_prediction(judged, one);
  one["models"] = answers_json(judged);
  one["counters"] = or_null(point.counters);
  one["checks"] = Json::array();
  for (const CounterCheck& check : judged.prediction.checks) {
    one["checks"].push_back(check_json(check));
  }
  one["why"] = waterfall_json(judged, tolerance);
  return one;
}

Json models_json(const ValidateAnswer& a) {
  Json all = Json::array();
  for (const Model& model : models()) {
    Json one = {{"model", model.name}};
    one.update(statistics_json(summed_errors(a, model)));
    all.push_back(std::move(one));
  }
  return all;
}

Json sets_json(const ValidateAnswer& a) {
  Json all = Json::array();
  for (const PointSetRow& row : rows_by_set(a.points, a.sets, *a.model)) {
    Json one = {
        {"set", row.set}, {"summary", row.summary}, {"counts", row.counts}, {"points", row.points}};
    one.update(statistics_json(row.errors));
    all.push_back(std::move(one));
  }
  return all;
}

Json kernels_json(const ValidateAnswer& a) {
  Json all = Json::array();
  for (const KernelRow& row : rows_by_kernel(a.points, *a.model)) {
    Json one = {{"kernel", row.kernel}, {"points", row.points}};
    one.update(statistics_json(row.errors));
    one["worst"] = or_null(row.worst);
    all.push_back(std::move(one));
  }
  return all;
}

Json counters_json(const ValidateAnswer& a) {
  Json all = Json::array();
  for (const CounterRow& row : rows_by_counter(a.points)) {
    all.push_back({{"id", row.id},
                   {"n", row.n},
                   {"median_ape", row.median},
                   {"max_ape", row.worst},
                   {"within", row.judged ? Json(row.within) : Json(nullptr)},
                   {"worst", row.worst_point}});
  }
  return all;
}

Json run_json(const ValidateRun& run) {
  return {{"environment", environment_json(run.environment)},
          {"record", run.record ? Json(run.record->file) : Json(nullptr)},
          {"device", run.device ? Json(run.device_id()) : Json(nullptr)},
          {"device_fields", matches_json(run.matches)}};
}

}  // namespace

Json validate_json(const ValidateAnswer& a) {
  Json document = json_document("validate", inputs(a));
  document["model"] = a.model->name;
  document["tolerance"] = a.tolerance;
  document["level"] = a.level;
  document["points"] = a.points.size();
  document["counting"] = counting_points(a);
  document["summary"] = statistics_json(summed_errors(a, *a.model));
  document["models"] = models_json(a);
  document["sets"] = sets_json(a);
  document["kernels"] = kernels_json(a);
  document["counters"] = counters_json(a);
  document["why"] = why_json(a);
  document["bars"] = bars_json(a.bars);
  document["environment"] =
      a.runs.empty() ? Json(nullptr) : environment_json(a.runs.front().environment);
  document["runs"] = Json::array();
  for (const ValidateRun& run : a.runs) document["runs"].push_back(run_json(run));
  document["records"] = Json::array();
  for (const JudgedPoint& judged : a.points) {
    document["records"].push_back(record_json(judged, a.tolerance));
  }
  finish_document(document, a.notes, a.exit_code);
  return document;
}

}  // namespace gpumodel
