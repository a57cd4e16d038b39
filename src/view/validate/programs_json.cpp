#include "src/view/validate/programs_json.hpp"

#include "src/view/common/error_json.hpp"
#include "src/view/validate/program_record_json.hpp"

namespace gpumodel {
namespace {

Json inputs(const ProgramsAnswer& a) {
  Json all = {{"records", Json::array()}, {"devices", Json::array()}, {"systems", Json::array()}};
  const auto add = [&](const char* key, const std::optional<InputFile>& file) {
    const Json one = json_input(file);
    if (file && std::ranges::find(all[key], one) == all[key].end()) all[key].push_back(one);
  };
  for (const ProgramRun& run : a.runs) {
    add("records", run.record);
    add("devices", run.device);
    add("systems", run.system);
    add("devices", run.host);
  }
  return all;
}

Json name_of(const std::optional<InputFile>& file) {
  return file ? Json(file->name) : Json(nullptr);
}

Json record_json(const JudgedProgram& judged) {
  const ProgramPoint& point = judged.point;
  const ProgramPrediction& p = judged.prediction;
  Json one = settings_json(point);
  one["run"] = judged.run;
  one["status"] = to_string(point.status);
  one["verdict"] = to_string(judged.verdict);
  const std::string& reason = point.is_measured() ? p.reason : point.reason;
  one["reason"] = reason.empty() ? Json(nullptr) : Json(reason);
  one["doubts"] = judged.doubts;
  one["predicted_s"] = or_null(p.time_s);
  one["interval_s"] = p.time_s ? Json{p.low_s, p.high_s} : Json(nullptr);
  one["measured_s"] = point.time ? Json(point.time->median_s) : Json(nullptr);
  one["spread"] = point.time ? Json(point.time->spread()) : Json(nullptr);
  one["relative_error"] = or_null(judged.relative_error());
  one["textbook_s"] = or_null(p.textbook_s);
  one["textbook_error"] = or_null(judged.textbook_error());
  return one;
}

Json sets_json(const ProgramsAnswer& a) {
  Json all = Json::array();
  for (const ProgramSetRow& row : a.sets) {
    Json one = {{"set", row.set}, {"points", row.points}};
    one.update(statistics_json(row.errors));
    one["textbook"] = statistics_json(row.textbook);
    one["worst"] = or_null(row.worst);
    all.push_back(std::move(one));
  }
  return all;
}

Json sweeps_json(const ProgramsAnswer& a) {
  Json all = Json::array();
  for (const ChunkSweep& sweep : a.sweeps) {
    ProgramPoint point = a.points[sweep.first].point;
    point.chunks.reset();
    Json one = settings_json(point);
    one.erase("chunks");
    one["points"] = sweep.points;
    one["best_measured"] = {{"chunks", sweep.best_measured}, {"measured_s", sweep.best_s}};
    one["best_predicted"] = {{"chunks", sweep.best_predicted}, {"measured_s", sweep.chosen_s}};
    one["loss"] = sweep.loss();
    all.push_back(std::move(one));
  }
  return all;
}

Json run_json(const ProgramRun& run) {
  return {{"environment", environment_json(run.environment)},
          {"record", run.record ? Json(run.record->file) : Json(nullptr)},
          {"device", name_of(run.device)},
          {"system", name_of(run.system)},
          {"host", name_of(run.host)},
          {"device_fields", matches_json(run.matches)}};
}

}  // namespace

Json validate_programs_json(const ProgramsAnswer& a) {
  Json document = json_document("validate-programs", inputs(a));
  document["command"] = "validate";
  document["model"] = a.model->name;
  document["tolerance"] = a.tolerance;
  document["summary"] = statistics_json(error_statistics(pairs_of(a.points)));
  document["textbook"] =
      statistics_json(error_statistics(pairs_of(a.points, ProgramTime::textbook)));
  document["sets"] = sets_json(a);
  document["sweeps"] = sweeps_json(a);
  document["bars"] = bars_json(a.bars);
  document["runs"] = Json::array();
  for (const ProgramRun& run : a.runs) document["runs"].push_back(run_json(run));
  document["records"] = Json::array();
  for (const JudgedProgram& judged : a.points) document["records"].push_back(record_json(judged));
  finish_document(document, a.notes, a.exit_code);
  return document;
}

}  // namespace gpumodel
