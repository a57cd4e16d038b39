#include "src/view/program/json.hpp"

#include "src/view/predict/offload_json.hpp"
#include "src/view/program/path_object.hpp"
#include "src/view/program/timeline_words.hpp"

namespace gpumodel {
namespace {

ByName parameters_of(const ProgramAnswer& a) {
  return by_name(a.program.parameters, a.values);
}

std::vector<InputFile> kernels_of(const ProgramAnswer& a) {
  std::vector<InputFile> all;
  for (std::size_t i = 0; i < a.kernels.size(); ++i) {
    all.push_back(input(a.program.kernels[i].id, a.kernels[i]));
  }
  return all;
}

std::vector<InputFile> devices_of(const ProgramAnswer& a) {
  std::vector<InputFile> all;
  for (const auto& [name, device] : a.devices) {
    all.push_back(input(std::get<Gpu>(device.device).id, device));
  }
  return all;
}

const Object<ProgramAnswer>& program_inputs() {
  static const auto system = [](auto& a) {
    return a.system ? std::optional(input(*a.system)) : std::nullopt;
  };
  static const auto host = [](auto& a) {
    return a.host ? std::optional(input(std::get<Cpu>(a.host->device).id, *a.host)) : std::nullopt;
  };
  static const Object<ProgramAnswer> table(
      "inputs", "",
      {
          {"program", "", input_file, [](auto& a) { return input(a.program.id, a.text); }},
          {"kernels", "", input_file, kernels_of},
          {"devices", "", input_file, devices_of, {.fewest = 1}},
          {"system", "", input_file, system},
          {"host", "", input_file, host},
          {"parameters", "", parameters_of},
      });
  return table;
}

std::vector<std::string> device_names(const ProgramAnswer& a) {
  std::vector<std::string> all;
  for (const Gpu* gpu : a.machine.gpus) all.push_back(gpu->id);
  return all;
}

const Object<ProgramAnswer>& program_head() {
  static const Object<ProgramAnswer> table(
      "head", "",
      {
          {"inputs", "", program_inputs, std::identity{}},
          {"program", "", [](auto& a) { return a.program.id; }},
          {"devices", "GPUs, by name", device_names, {.fewest = 1}},
          {"model", "", [](auto& a) { return a.model->name; }},
          {"parameters", "", parameters_of},
          {"time_s", "s; from the first step to the end of the last",
           [](auto& a) { return a.forecast.time_s; }},
          {"interval_s", "s",
           [](auto& a) {
             return std::array{a.low_s, a.high_s};
           }},
          {"memory", "", memory_object, &ProgramAnswer::memory},
      });
  return table;
}

// Something of a forecast, with the forecast it is of.
template <class Part>
struct PartOf {
  const Forecast& forecast;
  const Part& part;
};

template <class Part>
constexpr auto parts_of(std::vector<Part> Forecast::*parts) {
  return [parts](const ProgramAnswer& a) {
    std::vector<PartOf<Part>> all;
    for (const Part& part : a.forecast.*parts) all.push_back({a.forecast, part});
    return all;
  };
}

const Object<PartOf<EngineUse>>& engine_object() {
  static const Object<PartOf<EngineUse>> table(
      "engine", "",
      {
          {"engine", "", [](auto& e) { return engine_name(e.forecast.timeline, e.part.engine); }},
          {"busy_s", "s; at least one task runs", [](auto& e) { return e.part.busy_s; }},
          {"share",
           "of the time",
           [](auto& e) {
             return e.forecast.time_s > 0.0 ? e.part.busy_s / e.forecast.time_s : 0.0;
           },
           {.most = 1.000001}},
          {"tasks", "", [](auto& e) { return e.part.tasks; }, {.least = 1}},
      });
  return table;
}

const Object<PartOf<PathPart>>& path_object() {
  static const Object<PartOf<PathPart>> table(
      "path_part", "Tasks of one kind and step on the critical path.",
      {
          {"kind", "", [](auto& p) { return p.part.kind; }},
          {"step", "", [](auto& p) { return p.forecast.timeline.labels[p.part.step]; }},
          {"time_s", "s", [](auto& p) { return p.part.seconds; }},
          {"tasks", "", [](auto& p) { return p.part.tasks; }, {.least = 1}},
      });
  return table;
}

const Object<PartOf<Remedy>>& remedy_object() {
  static const Object<PartOf<Remedy>> table(
      "remedy", "What the whole would take if one kind of work took less.",
      {
          {"what", "",
           [](auto& r) { return kind_name(r.forecast.timeline, r.part.kind, r.part.step); }},
          {"factor",
           "of the time of that work",
           [](auto&) { return 0.5; },
           {.least = 0.5, .most = 0.5}},
          {"time_s", "s", [](auto& r) { return r.part.time_s; }},
      });
  return table;
}

const Object<ScalingPoint>& scaling_point_object() {
  static const Object<ScalingPoint> table(
      "scaling_point", "",
      {
          {"devices", "", &ScalingPoint::devices, {.least = 1}},
          {"time_s", "s", &ScalingPoint::time_s},
          {"speedup", "over one device", &ScalingPoint::speedup},
          {"efficiency", "strong: speedup / devices; weak: time on one device / time_s",
           &ScalingPoint::efficiency},
          {"fits",
           "the memory of each of so many devices; if not, the other numbers are what they would "
           "take",
           &ScalingPoint::fits},
      });
  return table;
}

const Object<ProgramAnswer>& scaling_object() {
  static const Object<ProgramAnswer> table(
      "scaling", "The program on 1, 2, ... devices; null: without --scaling.",
      {
          {"kind",
           "",
           [](auto& a) { return a.program.weak_scaling ? "weak" : "strong"; },
           {.words = "weak|strong"}},
          {"points", "", scaling_point_object, &ProgramAnswer::scaling},
      });
  return table;
}

const Object<ProgramAnswer>& textbook_object() {
  static const Object<ProgramAnswer> table(
      "textbook", "max(kernels, copies) + min(kernels, copies) / chunks; null: no chunks.",
      {
          {"time_s", "s", [](auto& a) { return *a.textbook_s; }},
          {"speedup", "over everything one after the other",
           [](auto& a) { return a.serial_s() / *a.textbook_s; }},
      });
  return table;
}

const ProgramAnswer* with_textbook(const ProgramAnswer& a) {
  return a.textbook_s ? &a : nullptr;
}

struct ChunkTimeOf {
  ChunkTime time;
  double serial_s;
};

const Object<ChunkTimeOf>& chunk_time_object() {
  static const Object<ChunkTimeOf> table(
      "chunk_time", "",
      {
          {"chunks", "", [](auto& c) { return c.time.chunks; }, {.least = 1}},
          {"streams", "null: those of the program",
           [](auto& c) { return only_if(c.time.streams > 0, c.time.streams); }},
          {"time_s", "s", [](auto& c) { return c.time.time_s; }},
          {"speedup", "over one chunk in one stream",
           [](auto& c) { return c.serial_s / c.time.time_s; }},
      });
  return table;
}

std::optional<ChunkTimeOf> best_chunks(const ProgramAnswer& a) {
  if (!a.search) return std::nullopt;
  return ChunkTimeOf{a.search->best, a.search->serial_s};
}

std::vector<ChunkTimeOf> chunk_times(const ProgramAnswer& a) {
  std::vector<ChunkTimeOf> all;
  if (!a.search) return all;
  for (const ChunkTime& each : a.search->curve) all.push_back({each, a.search->serial_s});
  return all;
}

struct Event {
  const Timeline& timeline;
  std::size_t task;
  const TaskTime& time;

  const Activity& activity() const { return timeline.activities[task]; }
};

// What takes time.
std::vector<Event> events_of(const ProgramAnswer& a) {
  std::vector<Event> all;
  for (std::size_t i = 0; i < a.forecast.times.size(); ++i) {
    const TaskTime& time = a.forecast.times[i];
    if (time.end != time.start) all.push_back({a.forecast.timeline, i, time});
  }
  return all;
}

const Object<Event>& event_object() {
  static const auto number = [](std::int32_t Activity::*of) {
    return [of](const Event& e) { return only_if(e.activity().*of != nothing, e.activity().*of); };
  };
  static const Object<Event> table(
      "event", "",
      {
          {"engine", "",
           [](auto& e) {
             return engine_name(e.timeline, e.timeline.schedule.tasks()[e.task].engine);
           }},
          {"stream", "null: the default stream", number(&Activity::stream)},
          {"name", "",
           [](auto& e) { return activity_name(e.timeline, e.activity().kind, e.activity().step); }},
          {"chunk", "", number(&Activity::chunk)},
          {"ready_s", "s; everything it depends on has ended",
           [](auto& e) { return e.time.ready; }},
          {"start_s", "s", [](auto& e) { return e.time.start; }},
          {"end_s", "s", [](auto& e) { return e.time.end; }},
          {"waited_for", "", [](auto& e) { return e.time.wait; }},
      });
  return table;
}

}  // namespace

const Document<ProgramAnswer>& program_document() {
  static const Document<ProgramAnswer> document(
      {.name = "program",
       .description =
           "How long a program takes, what is on its critical path, how busy each engine is and "
           "what would help. Base SI units; a field that does not apply is null.",
       .command = "predict"},
      {
          {program_head, std::identity{}},
          {"serial_s", "s; everything one after the other",
           [](auto& a) { return a.forecast.serial_s; }},
          {"critical_path", "longest first", path_object, parts_of(&Forecast::parts)},
          {"path_terms", "", path_terms_object, std::identity{}},
          {"engines", "those with tasks", engine_object, parts_of(&Forecast::engines)},
          {"remedies", "those that help, best first", remedy_object, parts_of(&Forecast::remedies)},
          {"scaling", "", scaling_object, [](auto& a) { return a.scaling.empty() ? nullptr : &a; }},
          {"textbook", "", textbook_object, with_textbook},
      });
  return document;
}

const Document<ProgramAnswer>& overlap_document() {
  static const Document<ProgramAnswer> document(
      {.name = "overlap",
       .description =
           "What asynchronous copies gain, the best chunk count, and every event of its timeline. "
           "Base SI units; a field that does not apply is null."},
      {
          {program_head, std::identity{}},
          {"serial_s", "s; everything one after the other", &ProgramAnswer::serial_s},
          {"best", "null: the program has no chunks", chunk_time_object, best_chunks},
          {"chunks", "powers of two, in the streams of the best", chunk_time_object, chunk_times},
          {"textbook", "", textbook_object, with_textbook},
          {"critical_path", "longest first", path_object, parts_of(&Forecast::parts)},
          {"path_terms", "", path_terms_object, std::identity{}},
          {"engines", "those with tasks", engine_object, parts_of(&Forecast::engines)},
          {"events", "what takes time", event_object, events_of},
      });
  return document;
}

Json program_json(const ProgramAnswer& a) {
  return program_document().write(a, a.warnings());
}

Json overlap_json(const ProgramAnswer& a) {
  return overlap_document().write(a, a.warnings());
}

}  // namespace gpumodel
