#include "src/view/program/json.hpp"

#include "src/view/predict/offload_json.hpp"
#include "src/view/program/timeline_words.hpp"

namespace gpumodel {
namespace {

Json parameters(const ProgramAnswer& a) {
  Json all = Json::object();
  for (std::size_t i = 0; i < a.program.parameters.size(); ++i) {
    all[a.program.parameters[i].name] = json_number(a.values[i]);
  }
  return all;
}

Json inputs(const ProgramAnswer& a) {
  Json all;
  all["program"] = json_input(a.program.id, a.text);
  all["kernels"] = Json::array();
  for (std::size_t i = 0; i < a.kernels.size(); ++i) {
    all["kernels"].push_back(json_input(a.program.kernels[i].id, a.kernels[i]));
  }
  all["devices"] = Json::array();
  for (const auto& [name, device] : a.devices) {
    all["devices"].push_back(json_input(std::get<Gpu>(device.device).id, device.text));
  }
  all["system"] = a.system ? json_input(a.system->system.id, a.system->text) : Json(nullptr);
  all["host"] = a.host ? json_input(std::get<Cpu>(a.host->device).id, a.host->text) : Json(nullptr);
  all["parameters"] = parameters(a);
  return all;
}

Json engines(const Forecast& f) {
  Json all = Json::array();
  for (const EngineUse& use : f.engines) {
    all.push_back({{"engine", engine_name(f.timeline, use.engine)},
                   {"busy_s", use.busy_s},
                   {"share", f.time_s > 0.0 ? use.busy_s / f.time_s : 0.0},
                   {"tasks", use.tasks}});
  }
  return all;
}

Json path(const Forecast& f) {
  Json all = Json::array();
  for (const PathPart& part : f.parts) {
    all.push_back({{"kind", key_of(part.kind)},
                   {"step", f.timeline.labels[part.step]},
                   {"time_s", part.seconds},
                   {"tasks", part.tasks}});
  }
  return all;
}

Json remedies(const Forecast& f) {
  Json all = Json::array();
  for (const Remedy& remedy : f.remedies) {
    all.push_back({{"what", kind_name(f.timeline, remedy.kind, remedy.step)},
                   {"factor", 0.5},
                   {"time_s", remedy.time_s}});
  }
  return all;
}

Json scaling(const ProgramAnswer& a) {
  if (a.scaling.empty()) return nullptr;
  Json points = Json::array();
  for (const ScalingPoint& point : a.scaling) {
    points.push_back({{"devices", point.devices},
                      {"time_s", point.time_s},
                      {"speedup", point.speedup},
                      {"efficiency", point.efficiency},
                      {"fits", point.fits}});
  }
  return {{"kind", a.program.weak_scaling ? "weak" : "strong"}, {"points", std::move(points)}};
}

Json textbook(const ProgramAnswer& a) {
  if (!a.textbook_s) return nullptr;
  const double serial = a.search ? a.search->serial_s : a.forecast.serial_s;
  return {{"time_s", *a.textbook_s}, {"speedup", serial / *a.textbook_s}};
}

Json head(const ProgramAnswer& a, std::string_view schema) {
  Json document = json_document(schema, inputs(a));
  document["program"] = a.program.id;
  document["devices"] = Json::array();
  for (const Gpu* gpu : a.machine.gpus) document["devices"].push_back(gpu->id);
  document["model"] = a.model->name;
  document["parameters"] = parameters(a);
  document["time_s"] = a.forecast.time_s;
  document["interval_s"] = {a.low_s, a.high_s};
  document["memory"] = memory_object().write(a.memory);
  return document;
}

Json chunk_time(const ChunkTime& time, double serial) {
  Json one = {{"chunks", time.chunks}};
  one["streams"] = time.streams > 0 ? Json(time.streams) : Json(nullptr);
  one["time_s"] = time.time_s;
  one["speedup"] = serial / time.time_s;
  return one;
}

Json events(const Forecast& f) {
  Json all = Json::array();
  for (std::size_t i = 0; i < f.times.size(); ++i) {
    const Activity& activity = f.timeline.activities[i];
    const TaskTime& time = f.times[i];
    if (time.end == time.start) continue;
    Json one = {{"engine", engine_name(f.timeline, f.timeline.schedule.tasks()[i].engine)}};
    one["stream"] = activity.stream == nothing ? Json(nullptr) : Json(activity.stream);
    one["name"] = activity_name(f.timeline, activity.kind, activity.step);
    one["chunk"] = activity.chunk == nothing ? Json(nullptr) : Json(activity.chunk);
    one["ready_s"] = time.ready;
    one["start_s"] = time.start;
    one["end_s"] = time.end;
    one["waited_for"] = to_string(time.wait);
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace

Json program_json(const ProgramAnswer& a) {
  Json document = head(a, "program");
  document["command"] = "predict";
  document["serial_s"] = a.forecast.serial_s;
  document["critical_path"] = path(a.forecast);
  document["engines"] = engines(a.forecast);
  document["remedies"] = remedies(a.forecast);
  document["scaling"] = scaling(a);
  document["textbook"] = textbook(a);
  finish_document(document, a.warnings(), 0);
  return document;
}

Json overlap_json(const ProgramAnswer& a) {
  Json document = head(a, "overlap");
  document["serial_s"] = a.search ? a.search->serial_s : a.forecast.serial_s;
  document["best"] = a.search ? chunk_time(a.search->best, a.search->serial_s) : Json(nullptr);
  document["chunks"] = Json::array();
  if (a.search) {
    for (const ChunkTime& each : a.search->curve) {
      document["chunks"].push_back(chunk_time(each, a.search->serial_s));
    }
  }
  document["textbook"] = textbook(a);
  document["critical_path"] = path(a.forecast);
  document["engines"] = engines(a.forecast);
  document["events"] = events(a.forecast);
  finish_document(document, a.warnings(), 0);
  return document;
}

}  // namespace gpumodel
