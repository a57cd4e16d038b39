#include "src/app/calibrate/system.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "src/app/calibrate/value.hpp"
#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

// Everything that is measured, and the place of it in a file; null where a page shows it only.
template <class Q>
struct LinkKey {
  const char* key;
  Sourced<Q> PeerLink::*field;
};
constexpr auto rates = std::to_array<LinkKey<BytesPerSecond>>(
    {{"peer.bandwidth", &PeerLink::bandwidth}, {"peer.bandwidth_both", &PeerLink::both_ways}});
constexpr auto times = std::to_array<LinkKey<Seconds>>({{"peer.hop", &PeerLink::latency},
                                                        {"peer.queued", &PeerLink::queued},
                                                        {"peer.issue", &PeerLink::issue},
                                                        {"peer.record", &PeerLink::record},
                                                        {"peer.wait", &PeerLink::wait},
                                                        {"peer.latency", nullptr},
                                                        {"peer.host_latency", nullptr}});

class Builder {
 public:
  Builder(const CalibrationMachine& machine, const System* base) : machine_(machine) {
    if (base == nullptr) return;
    system_ = *base;
    // What devices share at the host is that of so many devices.
    if (base->devices.size() != machine.gpus.size()) {
      system_.host_to_devices = system_.devices_to_host = {};
    }
    if (!base->links.empty()) wires_ = base->links.front();
  }

  void add(const CalibrationResult& result) {
    if (result.key == "allreduce.by_size") return add_all_reduce(result);
    if (result.key == "allreduce.issue") return add_issue(result);
    if (result.key == "peer.synchronise") return add_synchronise(result);
    if (result.key == "port.out" || result.key == "port.in") return add_port(result);
    if (result.key == "port.host_to_devices") return set(system_.host_to_devices, result);
    if (result.key == "port.devices_to_host") return set(system_.devices_to_host, result);
    if (!set_link(rates, result) && !set_link(times, result)) {
      refuse_result(result, "which no system file has");
    }
  }

  System finish() {
    system_.links.clear();
    const auto devices = static_cast<int>(machine_.gpus.size());
    const bool known = wires_.bandwidth.is_known() && wires_.latency.is_known();
    for (int from = 0; from < devices && known; ++from) {
      for (int to = 0; to < devices; ++to) {
        wires_.from = from;
        wires_.to = to;
        if (from != to) system_.links.push_back(wires_);
      }
    }
    std::erase_if(system_.all_reduces, [&](const AllReduce& sum) {
      const bool by_numbers = sum.latency.is_known() && sum.bandwidth.is_known();
      return sum.devices > devices || !(sum.by_size.is_known() || by_numbers);
    });
    std::ranges::sort(system_.all_reduces, {}, &AllReduce::devices);
    return std::move(system_);
  }

 private:
  template <class Q>
  void set(Sourced<Q>& into, const CalibrationResult& result, double value) const {
    into.si = rounded_result(value);
    into.source = measured_source(result, machine_);
  }

  template <class X, class Y>
  void set(Curve<X, Y>& into, const CalibrationResult& result) const {
    expect_units(result, unit_name(X::dim), unit_name(Y::dim));
    if (result.points.size() < 2) refuse_result(result, "a curve of one point");
    into.points.clear();
    for (const CurvePoint& point : result.points) {
      into.points.push_back({point.x, rounded_result(point.y)});
    }
    into.source = measured_source(result, machine_);
  }

  template <class Q, std::size_t n>
  bool set_link(const std::array<LinkKey<Q>, n>& keys, const CalibrationResult& result) {
    const auto found = std::ranges::find(keys, result.key, &LinkKey<Q>::key);
    if (found == keys.end()) return false;
    expect_units(result, "", unit_name(Q::dim));
    if (found->field != nullptr) set(wires_.*(found->field), result, result.value);
    return true;
  }

  void add_synchronise(const CalibrationResult& result) {
    expect_units(result, "", unit_name(Seconds::dim));
    set(system_.synchronise, result, result.value);
  }

  // A file has one port for both directions: the slower one.
  void add_port(const CalibrationResult& result) {
    expect_units(result, "", unit_name(BytesPerSecond::dim));
    if (!port_is_measured_ || result.value < system_.port.si) {
      set(system_.port, result, result.value);
    }
    port_is_measured_ = true;
  }

  void add_all_reduce(const CalibrationResult& result) {
    AllReduce& sum = all_reduce_of(result.devices);
    sum.latency = {};
    sum.bandwidth = {};
    set(sum.by_size, result);
  }

  // A curve over the number of devices.
  void add_issue(const CalibrationResult& result) {
    expect_units(result, unit_name(Count::dim), unit_name(Seconds::dim));
    for (const CurvePoint& point : result.points) {
      set(all_reduce_of(static_cast<int>(std::lround(point.x))).issue, result, point.y);
    }
  }

  AllReduce& all_reduce_of(int devices) {
    const auto found = std::ranges::find(system_.all_reduces, devices, &AllReduce::devices);
    if (found != system_.all_reduces.end()) return *found;
    AllReduce& added = system_.all_reduces.emplace_back();
    added.devices = devices;
    return added;
  }

  const CalibrationMachine& machine_;
  System system_;
  PeerLink wires_;
  bool port_is_measured_ = false;
};

}  // namespace

System calibrated_system(const CalibrationMachine& machine,
                         const std::vector<CalibrationResult>& results, const System* base,
                         const std::string& device, const std::string& id) {
  Builder builder(machine, base);
  for (const CalibrationResult& result : results) builder.add(result);
  System system = builder.finish();
  const std::size_t count = machine.gpus.size();
  system.id = id;
  system.name = std::to_string(count) + "x " + machine.name;
  if (system.summary.empty()) system.summary = "measured by gpumodel calibrate, " + machine.date;
  system.devices.assign(count, device);
  return system;
}

}  // namespace gpumodel
