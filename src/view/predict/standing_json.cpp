#include "src/view/predict/standing_json.hpp"

namespace gpumodel {
namespace {

const LaunchShape& shape(const PredictAnswer& a) {
  return *a.prediction.work.launch;
}

}  // namespace

const Object<PredictAnswer>& launched_object() {
  static const Object<PredictAnswer> table(
      "launch", "How the kernel is launched; null: it states no launch.",
      {
          {"grid", "blocks along x, y, z", [](auto& a) { return shape(a).grid; }, {.least = 1}},
          {"block", "threads along x, y, z", [](auto& a) { return shape(a).block; }, {.least = 1}},
          {"registers_per_thread", "null: not known",
           [](auto& a) { return shape(a).registers_per_thread; }},
          {"shared_memory_bytes", "B per block; null: not known",
           [](auto& a) { return shape(a).shared_memory; }},
          {"cache",
           "of L2 before the launch; null: the model, or the descriptor, knows no caches",
           [](auto& a) { return only_if(a.knows_cache(), to_string(a.ask.cache)); },
           {.words = "cold|warm|used|copied"}},
      });
  return table;
}

const Object<Achieved>& achieved_object() {
  static const Object<Achieved> table(
      "achieved", "Rates of the launch, and how near they are to what the device can do.",
      {
          {"dram_bytes_per_s", "B/s; to and from device memory; null: no bytes move",
           [](auto& a) { return a.dram; }},
          {"flop_per_s", "FLOP/s; null: no arithmetic", [](auto& a) { return a.flop; }},
          {"fraction_of_peak",
           "of the roof of datasheet peaks: the larger of DRAM's share of dram.bandwidth and "
           "arithmetic's share of its peak; null: no work, or no peak is known",
           &Achieved::of_peak},
          {"fraction_of_roof",
           "of the roof of the rates that the model counts with, with sustained ones what programs "
           "reach; above 1 by as much as these are off; null as above",
           &Achieved::of_roof},
          {"ridge_flop_per_byte",
           "FLOP/B; where the peaks of DRAM and of the busiest pipe meet; null: no arithmetic",
           [](auto& a) { return a.ridge; }},
      });
  return table;
}

const Object<NextStep>& next_step_object() {
  static const Object<NextStep> table(
      "next_step", "The same kernel with one thing changed.",
      {
          {"what", "is changed", &NextStep::what},
          {"how", "options that show it, or on what it depends", &NextStep::how},
          {"time_s", "s; of the kernel alone", [](auto& n) { return n.time.value; }},
          {"interval_s", "s", &NextStep::time},
          {"speedup", "time_s of the kernel as it is / this time_s", &NextStep::speedup},
      });
  return table;
}

}  // namespace gpumodel
