#include "src/view/sweep/json.hpp"

#include "src/diagnostics/engine_version.hpp"

namespace gpumodel {
namespace {

ByName values_of_point(const ShownPoint& shown) {
  ByName all;
  for (std::size_t i = 0; i < shown.point.values.size(); ++i) {
    all.emplace_back(shown.plan.axes()[i].name, shown.point.values[i]);
  }
  return all;
}

std::vector<ShownPoint> points_of(const SweepAnswer& a) {
  std::vector<ShownPoint> all;
  for (const SweepPoint& point : a.points) all.push_back({a.plan, point});
  return all;
}

std::optional<ShownPoint> best_of(const SweepAnswer& a) {
  const SweepPoint* best = a.summary.best_of_all();
  if (best == nullptr) return std::nullopt;
  return ShownPoint{a.plan, *best};
}

std::vector<ShownPoint> best_of_devices(const SweepAnswer& a) {
  std::vector<ShownPoint> all;
  for (const std::optional<SweepPoint>& best : a.summary.best()) {
    if (best) all.push_back({a.plan, *best});
  }
  return all;
}

struct ShownCrossover {
  const SweepPlan& plan;
  Crossover crossover;
};

const Object<ShownCrossover>& crossover_object() {
  static const Object<ShownCrossover> table(
      "crossover",
      "Along one parameter, everything else alike, another part of the machine begins to limit.",
      {
          {"parameter", "", [](auto& c) { return c.plan.axes()[c.crossover.axis].name; }},
          {"value",
           "the first with the new limit",
           [](auto& c) { return c.plan.axes()[c.crossover.axis].values.at(c.crossover.index); },
           {.below_zero = true}},
          {"from", "the term that limits before", [](auto& c) { return c.crossover.from; }},
          {"to", "", [](auto& c) { return c.crossover.to; }},
          {"device", "", [](auto& c) { return c.plan.gpu(c.crossover.device).id; }},
          {"lines",
           "combinations of the other values in which it is so",
           [](auto& c) { return c.crossover.lines; },
           {.least = 1}},
      });
  return table;
}

std::vector<ShownCrossover> crossovers_of(const SweepAnswer& a) {
  std::vector<ShownCrossover> all;
  for (const Crossover& each : a.summary.crossovers()) all.push_back({a.plan, each});
  return all;
}

std::vector<InputFile> device_inputs(const SweepPlan& plan) {
  std::vector<InputFile> all;
  for (const auto& device : plan.ask().devices) {
    all.push_back(input(std::get<Gpu>(device->device).id, *device));
  }
  return all;
}

const Object<SweepAnswer>& sweep_inputs() {
  static const Object<SweepAnswer> table(
      "inputs", "", {{sweep_inputs_object, [](auto& a) -> auto& { return a.plan; }}});
  return table;
}

// Of the lines' head.
struct HeadShard {
  std::uint64_t index, of;
};
const Object<HeadShard>& shard_object() {
  static const Object<HeadShard> table(
      "shard", "Part of a sweep, from 1.",
      {{"index", "", &HeadShard::index, {.least = 1}}, {"of", "", &HeadShard::of, {.least = 1}}});
  return table;
}

const Object<SweepPlan>& head_object() {
  static const Object<SweepPlan> table(
      "sweep-lines",
      "The first line of a file of points, each of which is a line as those of `points` in the "
      "document of a sweep.",
      {
          {"schema", "", [](auto&) { return "gpumodel/sweep-lines"; }},
          {"schema_version", "", [](auto&) { return "1.0"; }, {.pattern = version_pattern}},
          {"command", "", [](auto&) { return "sweep"; }},
          {"gpumodel", "version of the program that wrote it",
           [](auto&) { return engine_version(); }},
          {"inputs", "", sweep_inputs_object, std::identity{}},
          {"points", "lines that follow", [](auto& p) { return p.points(); }},
          {"shard", "null: all", shard_object,
           [](auto& p) {
             const Shard& shard = p.ask().shard;
             return only_if(shard.of > 1, HeadShard{shard.index, shard.of});
           }},
      });
  return table;
}

}  // namespace

const Object<SweepPlan>& sweep_inputs_object() {
  static const Object<SweepPlan> table(
      "sweep_inputs", "",
      {
          {"kernel", "", input_file,
           [](auto& p) { return input(p.ask().kernel->kernel.id, p.ask().kernel->text); }},
          {"devices", "", input_file, device_inputs},
          {"model", "", [](auto& p) { return p.ask().model->name; }},
          {"cache", "what L2 holds before the launch", [](auto& p) { return p.ask().cache; }},
          {"definitions", "values of parameters, as given",
           [](auto& p) -> auto& { return p.ask().definitions; }},
          {"threads", "per block; null: as the kernel states them",
           [](auto& p) { return only_if(!p.ask().threads.empty(), p.ask().threads); }},
          {"registers_per_thread", "null: as the kernel states them",
           [](auto& p) { return only_if(!p.ask().registers.empty(), p.ask().registers); }},
          {"streams", "null: copies are left out, as without chunks",
           [](auto& p) { return only_if(!p.ask().streams.empty(), p.ask().streams); }},
          {"chunks", "", [](auto& p) { return only_if(!p.ask().chunks.empty(), p.ask().chunks); }},
          {"where", "the condition on combinations; null: all count",
           [](auto& p) { return only_if(!p.ask().where.empty(), p.ask().where); }},
      });
  return table;
}

const Object<ShownPoint>& sweep_point_object() {
  static const auto device = [](auto& s) { return s.plan.gpu(s.point.device).id; };
  static const Object<ShownPoint> table(
      "point", "One prediction; null values: there is none, for the reason given.",
      {
          {"parameters", "values of what was swept", values_of_point, {.below_zero = true}},
          {"device", "", device},
          {"time_s",
           "of the kernel alone, cold or warm as asked; with streams or chunks of copies "
           "and kernels",
           [](auto& s) {
             return only_if(s.point.time.has_value(),
                            s.point.time.value_or(Estimate<Seconds>{}).value);
           }},
          {"interval_s", "s: [low, high]", [](auto& s) { return s.point.time; }},
          {"bound", "the limiting leaf term; with streams or chunks h2d, kernel or d2h",
           [](auto& s) { return only_if(s.point.time.has_value(), s.point.bound); }},
          {"fits", "the arrays into the memory of the device",
           [](auto& s) { return only_if(s.point.time.has_value(), s.point.fits); }},
          {"reason", "why there is no time",
           [](auto& s) { return only_if(!s.point.reason.empty(), s.point.reason); }},
      });
  return table;
}

const Document<SweepAnswer>& sweep_document() {
  static const Document<SweepAnswer> document(
      {.name = "sweep",
       .description = "Predictions of one kernel for all combinations of values.",
       .exit_codes = {0, 3, 6}},
      {
          {"inputs", "", sweep_inputs, std::identity{}},
          {"points", "the last of the values runs fastest, and devices faster still",
           sweep_point_object, points_of},
          {"best", "of all devices; null: no point has a time and fits", sweep_point_object,
           best_of},
          {"best_of_devices",
           "the fastest way to do the last, largest work, for each device that can",
           sweep_point_object, best_of_devices},
          {"crossovers", "", crossover_object, crossovers_of},
      });
  return document;
}

Json sweep_json(const SweepAnswer& answer, int exit_code) {
  return sweep_document().write(answer, answer.notes, exit_code);
}

const AnyObject& sweep_head_object() {
  return head_object();
}

Json sweep_head(const SweepPlan& plan) {
  return head_object().write(plan);
}

}  // namespace gpumodel
