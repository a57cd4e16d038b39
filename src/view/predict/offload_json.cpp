#include "src/view/predict/offload_json.hpp"

#include "src/view/common/term_object.hpp"
#include "src/view/predict/offload_text.hpp"

namespace gpumodel {
namespace {

const Object<Offloading>& launches_object() {
  static const Object<Offloading> table(
      "launches",
      "Launches on data that stays on the device, copied once, against as many loops on the host.",
      {
          {"pays_from",
           "from so many launches on offloading pays; null: never",
           [](auto& o) { return o.pays_from.expected; },
           {.least = 1}},
          {"interval",
           "at best, at worst; null: never",
           [](auto& o) {
             return std::array{o.pays_from.at_best, o.pays_from.at_worst};
           },
           {.least = 1}},
          {"later_kernel_s", "s; a launch that finds in L2 what the one before left",
           [](auto& o) { return o.later_kernel.value; }},
          {"later_kernel_interval_s", "s", &Offloading::later_kernel},
          {"later_host_s", "s; a loop that finds in the caches what the one before left",
           [](auto& o) { return o.later_loop.value; }},
          {"later_host_interval_s", "s", &Offloading::later_loop},
      });
  return table;
}

const Object<SizeChange>& change_object() {
  static const Object<SizeChange> table(
      "change", "",
      {
          {"pays_at_smallest", "the verdict at the smallest size", &SizeChange::pays_at_smallest},
          {"changes_at",
           "a size with the other verdict, at most a thousandth (or one) above one with the first; "
           "null: at no size evaluated",
           &SizeChange::at,
           {.least = 1}},
      });
  return table;
}

std::string_view end_of(const BreakEven& found) {
  return found.end == SizesEnd::memory  ? "memory"
         : found.end == SizesEnd::value ? "no value"
                                        : "search";
}

const Object<BreakEven>& evaluated_object() {
  static const Object<BreakEven> table(
      "evaluated", "The sizes that were evaluated; nothing is said of others.",
      {
          {"from", "", &BreakEven::smallest, {.least = 1}},
          {"to", "", &BreakEven::largest, {.least = 1}},
          {"sizes", "how many", &BreakEven::evaluated, {.least = 1}},
          {"ended_by",
           "why no larger ones: the next power of two does not fit the device, has no value, or is "
           "beyond 2^40",
           end_of,
           {.words = "memory|no value|search"}},
          {"reason", "what is wrong with the next power of two",
           [](auto& found) { return only_if(!found.reason.empty(), found.reason); }},
      });
  return table;
}

const Object<PredictAnswer>& break_even_object() {
  static const Object<PredictAnswer> table(
      "break_even",
      "Where the verdict on the first use changes; null: the kernel has no size parameter, or no "
      "value at any size.",
      {
          {"parameter", "the parameter that stands for the problem size",
           [](auto& a) { return a.kernel().parameters[*a.size_parameter].name; }},
          {change_object, [](auto& a) -> auto& { return a.break_even->expected; }},
          {"holds_to",
           "the largest size evaluated before the verdict changes again",
           [](auto& a) { return a.break_even->expected.holds_to; },
           {.least = 1}},
          {"at_best",
           "the same with the shortest offload and the longest time of the host, to a sixty-fourth",
           change_object, [](auto& a) -> auto& { return a.break_even->at_best; }},
          {"at_worst",
           "the same with the longest offload and the shortest time of the host, to a sixty-fourth",
           change_object, [](auto& a) -> auto& { return a.break_even->at_worst; }},
          {"evaluated", "", evaluated_object, [](auto& a) -> auto& { return *a.break_even; }},
      });
  return table;
}

}  // namespace

const Object<DeviceMemory>& memory_object() {
  static const Object<DeviceMemory> table(
      "memory", "What is at most on a device. null: how much it holds is not known.",
      {
          {"needed_bytes",
           "B; of a kernel all arrays but those in shared memory; of a program the parts of "
           "buffers that are used, until their data region ends, on the device that is filled most",
           &DeviceMemory::needed},
          {"capacity_bytes", "B", &DeviceMemory::capacity},
          {"fits", "", [](auto& m) { return only_if(m.capacity.has_value(), m.fits()); }},
      });
  return table;
}

const Object<PredictAnswer>& host_object() {
  static const auto term = [](auto& a) {
    return TermOf{a.prediction.terms, a.prediction.host->term};
  };
  static const auto time = [](auto& a) { return a.prediction.terms[a.prediction.host->term].time; };
  static const Object<PredictAnswer> table(
      "host", "Comparison with a host CPU; null: none was asked for.",
      {
          {"device", "name of the CPU", [](auto& a) { return a.ask.cpu()->id; }},
          {"time_s", "s; the same work on the host, nothing moved",
           [](auto& a) { return time(a).value; }},
          {"interval_s", "s", time},
          {"basis",
           "what the time rests on, by its limiter: datasheet peaks (a ceiling), a measured rate "
           "(calibrated), or a number derived or assumed",
           host_basis,
           {.words = "ceiling|calibrated|derived|assumed|unknown"}},
          {"kernel_speedup",
           "time_s of the host / time_s of the kernel: data on the device already",
           [](auto& a) { return a.offloading->kernel_alone.value; }},
          {"kernel_speedup_interval", "at worst, at best",
           [](auto& a) { return a.offloading->kernel_alone; }},
          {"speedup", "time_s of the host / offload_time_s",
           [](auto& a) { return a.prediction.host->speedup; }},
          {"speedup_interval", "at worst, at best",
           [](auto& a) { return a.offloading->first_use; }},
          {"offload_pays", "the first use with its copies is faster than the host",
           [](auto& a) { return a.prediction.host->offload_pays; }},
          {"launches", "", launches_object, [](auto& a) -> auto& { return *a.offloading; }},
          {"break_even", "", break_even_object,
           [](auto& a) { return a.break_even ? &a : nullptr; }},
          {"terms", "", term_object, term},
      });
  return table;
}

}  // namespace gpumodel
