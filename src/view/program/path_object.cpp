#include "src/view/program/path_object.hpp"

#include <map>

#include "models/core/index.hpp"
#include "models/timeline/program/path_terms.hpp"
#include "src/view/common/term_object.hpp"
#include "src/view/program/timeline_words.hpp"

namespace gpumodel {
namespace {

struct PathPartOf {
  const Timeline& timeline;
  Part part;

  const Workings& workings() const { return timeline.workings; }
};

struct PathStepOf {
  const Timeline& timeline;
  PathStep step;
  std::vector<std::size_t> calls;  // places among those of the path
};

struct PathCallOf {
  const KernelPrediction& call;
};

struct PathOf {
  std::vector<PathStepOf> steps;
  std::vector<PathCallOf> calls;
};

PathOf path_of(const ProgramAnswer& a) {
  PathOf path;
  std::map<std::int32_t, std::size_t> places;  // of the program's calls among those of the path
  for (const PathStep& step : path_steps(a.forecast)) {
    std::vector<std::size_t> calls;
    for (const std::int32_t call : step.cost.calls) {
      if (call == nothing) continue;
      const auto [at, is_new] = places.try_emplace(call, path.calls.size());
      if (is_new) path.calls.push_back({a.calls[index(call)]});
      calls.push_back(at->second);
    }
    path.steps.push_back({a.forecast.timeline, step, std::move(calls)});
  }
  return path;
}

const Object<PathPartOf>& path_part_object() {
  static const Object<PathPartOf> table(
      "part_of_step", "A time, worked out once for all tasks that are alike.",
      {
          {"times",
           "how often it is spent: as often as there are tasks, less where each takes a part of it "
           "(a chunk of a kernel, a drawn wait)",
           [](auto& p) { return p.part.times; }},
          {"time_s", "s", [](auto& p) { return p.workings().value(p.part.time); }},
          {"interval_s", "s",
           [](auto& p) {
             return std::array{p.workings().low(p.part.time), p.workings().high(p.part.time)};
           }},
          {"equation", "in the symbols of its operands",
           [](auto& p) { return "t = " + p.workings().text(p.part.time); }},
          {"operands", "", operand_object,
           [](auto& p) { return operands_of(p.workings(), p.part.time); }},
      });
  return table;
}

constexpr auto part(Part TaskCost::*which) {
  return [which](const PathStepOf& s) {
    const Part& one = s.step.cost.*which;
    return only_if(seconds_of(s.timeline, one) > 0.0, PathPartOf{s.timeline, one});
  };
}

const Object<PathStepOf>& path_step_object() {
  static const Object<PathStepOf> table(
      "path_step",
      "Tasks of one kind and step with one equation: time_s is slowed_s and times * time_s of each "
      "part.",
      {
          {"kind", "", [](auto& s) { return s.step.kind; }},
          {"step", "", [](auto& s) { return s.timeline.labels[s.step.step]; }},
          {"tasks", "", [](auto& s) { return s.step.tasks; }, {.least = 1}},
          {"time_s", "s, from the starts of the tasks to their ends",
           [](auto& s) { return s.step.seconds; }},
          {"latency", "before the work; null: none", path_part_object, part(&TaskCost::latency)},
          {"turn", "what changing engines costs this one; null: nothing", path_part_object,
           part(&TaskCost::turn)},
          {"work", "null: none", path_part_object, part(&TaskCost::work)},
          {"slowed_s",
           "s more, because other tasks used the same wires, memory or units; 0 but for rounding "
           "where none did",
           [](auto& s) { return s.step.slowed; },
           {.below_zero = true}},
          {"calls", "places in calls, of the terms in its equations", &PathStepOf::calls},
      });
  return table;
}

const Object<PathCallOf>& path_call_object() {
  static const Object<PathCallOf> table(
      "path_call", "A kernel or a loop of the host as the program calls it.",
      {
          {"kernel", "", [](auto& c) { return c.call.asked.kernel().id; }},
          {"on", "device or host",
           [](auto& c) { return c.call.host ? c.call.host->id : c.call.asked.question.gpu->id; }},
          {"cache",
           "where its data is at the start: in caches (warm) or memory (cold, used)",
           [](auto& c) { return std::string(to_string(c.call.asked.question.cache)); },
           {.words = "cold|warm|used|copied"}},
          {"parameters", "",
           [](auto& c) { return by_name(c.call.asked.kernel().parameters, c.call.asked.values); }},
          {"terms", "", term_object,
           [](auto& c) {
             return TermOf{c.call.prediction.terms, c.call.prediction.kernel};
           }},
          {"body", "without the launch, which the timeline has; null: a loop of the host",
           term_object,
           [](auto& c) {
             return only_if(!c.call.host, TermOf{c.call.prediction.terms, c.call.body});
           }},
      });
  return table;
}

const Object<PathOf>& path_fields() {
  static const Object<PathOf> table(
      "path_fields", "",
      {
          {"steps", "in the order in which the path comes to them", path_step_object,
           &PathOf::steps},
          {"calls", "of kernels and loops on the path", path_call_object, &PathOf::calls},
      });
  return table;
}

}  // namespace

const Object<ProgramAnswer>& path_terms_object() {
  static const Object<ProgramAnswer> table(
      "path_terms",
      "The critical path by what its tasks are made of; alike ones are one step. The times of the "
      "steps add up to time_s.",
      {{path_fields, path_of}});
  return table;
}

}  // namespace gpumodel
