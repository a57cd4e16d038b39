#include "src/view/tune/json.hpp"

#include "src/view/sweep/json.hpp"
#include "src/view/tune/page.hpp"

namespace gpumodel {
namespace {

struct ShownTie {
  const TuneAnswer& answer;
  const Tie& tie;
};

const Object<ShownTie>& tie_object() {
  static const Object<ShownTie> table(
      "tie", "A launch that no prediction tells from the best.",
      {
          {"point", "its place in `points`", [](auto& t) { return t.tie.point; }},
          {"ratio", "its time over the best", [](auto& t) { return t.tie.ratio; }},
          {"interval", "of the ratio: numbers of the device hold for both",
           [](auto& t) {
             return std::array{t.tie.low, t.tie.high};
           }},
          {"by_interval", "the interval holds 1; else it is closer than launches are told apart",
           [](auto& t) { return t.tie.by_interval; }},
      });
  return table;
}

struct ShownWorth {
  const TuneAnswer& answer;
  const AxisWorth& worth;
};

const Object<ShownWorth>& worth_object() {
  static const Object<ShownWorth> table(
      "worth", "What one parameter is worth, the others at their best.",
      {
          {"parameter", "", [](auto& w) { return w.answer.plan->axes()[w.worth.axis].name; }},
          {"now",
           "null: the launch as it stands states none",
           [](auto& w) { return w.worth.now; },
           {.below_zero = true}},
          {"choice", "", [](auto& w) { return w.worth.best; }, {.below_zero = true}},
          {"gain", "time with the value as it stands over the best; null: not among the values",
           [](auto& w) { return w.worth.gain; }},
          {"spread", "time with its worst value over the best",
           [](auto& w) { return w.worth.spread; }},
      });
  return table;
}

std::vector<ShownPoint> launches(const TuneAnswer& a) {
  std::vector<ShownPoint> all;
  for (const SweepPoint& point : a.points) all.push_back({*a.plan, point});
  return all;
}

std::vector<ShownTie> ties(const TuneAnswer& a) {
  std::vector<ShownTie> all;
  for (const Tie& tie : a.plateau) all.push_back({a, tie});
  return all;
}

std::vector<ShownWorth> worths(const TuneAnswer& a) {
  std::vector<ShownWorth> all;
  for (const AxisWorth& worth : a.worth) all.push_back({a, worth});
  return all;
}

const Object<Overlapped>& streams_object() {
  static const Object<Overlapped> table(
      "overlap", "The choice with its copies, in streams; null: it has none.",
      {
          {"streams", "", &Overlapped::streams, {.least = 1}},
          {"chunks", "", &Overlapped::chunks, {.least = 1}},
          {"time_s", "", [](auto& o) { return o.time.value; }},
          {"interval_s", "s: [low, high]", &Overlapped::time},
          {"serial_s", "one after the other", &Overlapped::serial},
      });
  return table;
}

const Object<TuneAnswer>& tune_inputs() {
  static const Object<TuneAnswer> table(
      "inputs", "",
      {
          {sweep_inputs_object, [](auto& a) -> auto& { return *a.plan; }},
          {"found_values", "nobody gave values: those of the launch were found",
           &TuneAnswer::found_values},
      });
  return table;
}

}  // namespace

const Document<TuneAnswer>& tune_document() {
  static const Document<TuneAnswer> document(
      {.name = "tune",
       .description = "The best launch of a kernel on a device.",
       .exit_codes = {0}},
      {
          {"inputs", "", tune_inputs, std::identity{}},
          {"points", "launches that do the work of the one as it stands, the fastest first",
           sweep_point_object, launches},
          {"best", "the choice", sweep_point_object,
           [](auto& a) {
             return ShownPoint{*a.plan, a.choice()};
           }},
          {"now_s", "of the launch as it stands; null: it has no time",
           [](auto& a) {
             return a.now ? std::optional(a.now->time->value) : std::optional<Seconds>();
           }},
          {"loss",
           "of the launch as it stands against the choice, relative",
           [](auto& a) { return a.loss(); },
           {.below_zero = true}},
          {"plateau", "", tie_object, ties},
          {"resolution", "times closer than this share are alike to the models",
           [](auto&) { return launch_resolution; }},
          {"worth", "", worth_object, worths},
          {"overlap", "", streams_object, [](auto& a) -> auto& { return a.overlap; }},
          {"impossible", "launches that cannot run", [](auto& a) { return a.impossible; }},
          {"other_work", "launches left out: they do not do the same",
           [](auto& a) { return a.other_work; }},
          {"reproduce", "the command that predicts the choice",
           [](auto& a) { return command_of(a, a.choice()); }},
      });
  return document;
}

Json tune_json(const TuneAnswer& answer) {
  return tune_document().write(answer, answer.notes);
}

}  // namespace gpumodel
