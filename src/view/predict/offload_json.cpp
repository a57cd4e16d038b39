#include "src/view/predict/offload_json.hpp"

#include "src/view/predict/offload_text.hpp"

namespace gpumodel {
namespace {

template <class T>
Json pair(const Estimate<T>& estimate) {
  if constexpr (std::is_same_v<T, double>) {
    return {estimate.low, estimate.high};
  } else {
    return {estimate.low.si, estimate.high.si};
  }
}

Json launches(const Offloading& o) {
  return {{"pays_from", or_null(o.pays_from.expected)},
          {"interval", {or_null(o.pays_from.at_best), or_null(o.pays_from.at_worst)}},
          {"later_kernel_s", o.later_kernel.value.si},
          {"later_kernel_interval_s", pair(o.later_kernel)},
          {"later_host_s", o.later_loop.value.si},
          {"later_host_interval_s", pair(o.later_loop)}};
}

Json change(const SizeChange& found) {
  return {{"pays_at_smallest", found.pays_at_smallest}, {"changes_at", or_null(found.at)}};
}

std::string_view end_of(const BreakEven& found) {
  return found.end == SizesEnd::memory  ? "memory"
         : found.end == SizesEnd::value ? "no value"
                                        : "search";
}

Json break_even(const PredictAnswer& a) {
  if (!a.break_even) return nullptr;
  const BreakEven& found = *a.break_even;
  Json one = {{"parameter", a.kernel().parameters[*a.size_parameter].name}};
  one.update(change(found.expected));
  one["holds_to"] = found.expected.holds_to;
  one["at_best"] = change(found.at_best);
  one["at_worst"] = change(found.at_worst);
  one["evaluated"] = {{"from", found.smallest},
                      {"to", found.largest},
                      {"sizes", found.evaluated},
                      {"ended_by", end_of(found)}};
  one["evaluated"]["reason"] = found.reason.empty() ? Json(nullptr) : Json(found.reason);
  return one;
}

}  // namespace

Json memory_json(const DeviceMemory& memory) {
  Json one = {{"needed_bytes", memory.needed.si}};
  one["capacity_bytes"] = memory.capacity ? Json(memory.capacity->si) : Json(nullptr);
  one["fits"] = memory.capacity ? Json(memory.fits()) : Json(nullptr);
  return one;
}

Json host_json(const PredictAnswer& a) {
  const Prediction& p = a.prediction;
  if (!p.host) return nullptr;
  const Offloading& o = *a.offloading;
  return {{"device", a.ask.cpu()->id},
          {"time_s", p.time(p.host->term).si},
          {"interval_s", pair(p.terms[p.host->term].time)},
          {"basis", host_basis(a)},
          {"kernel_speedup", o.kernel_alone.value},
          {"kernel_speedup_interval", pair(o.kernel_alone)},
          {"speedup", p.host->speedup},
          {"speedup_interval", pair(o.first_use)},
          {"offload_pays", p.host->offload_pays},
          {"launches", launches(o)},
          {"break_even", break_even(a)}};
}

}  // namespace gpumodel
