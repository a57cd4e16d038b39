#include "models/timeline/program/costs.hpp"

#include <algorithm>
#include <functional>
#include <initializer_list>

#include "models/core/constants.hpp"

namespace gpumodel {
namespace {

// One machine was calibrated; the regions of kernels differ by as much.
constexpr const Constant& of_regions = constants::error_of_openacc_launch;

const Sourced<Seconds>& first_known(
    std::initializer_list<std::reference_wrapper<const Sourced<Seconds>>> all) {
  for (const Sourced<Seconds>& each : all) {
    if (each.is_known()) return each;
  }
  return *std::rbegin(all);
}

Worked<Seconds> number_or_nothing(Workings& w, Symbol symbol, const Sourced<Seconds>& time) {
  return time.is_known() ? w.number(symbol, time) : w.zero<Seconds>();
}

// What is left of a time when its known parts are taken away.
Worked<Seconds> rest(Workings& w, Symbol symbol, const Sourced<Seconds>& whole,
                     Worked<Seconds> parts) {
  if (!whole.is_known()) return w.zero<Seconds>();
  return max(w.zero<Seconds>(), w.number(symbol, whole) - parts);
}

Worked<Seconds> issue_of(Workings& w, const HostLinkNumbers& of) {
  if (of.issue.is_known()) return w.number("t_issue", of.issue);
  return rest(w, "t_host", of.host_latency, w.number("a", of.queued_or_alone()));
}

Worked<Seconds> copy_issue(Workings& w, const HostLinkNumbers& of) {
  const Source& source = of.issue.is_known() ? of.issue.source : of.host_latency.source;
  return uncertain(issue_of(w, of), source, constants::spread_of_host);
}

Worked<Bytes> bytes_of(Workings& w, double bytes) {
  return w.count("V", Bytes{bytes}, "bytes of the copy");
}

void add_launches(Workings& w, const Gpu& gpu, DeviceCosts& costs) {
  const LaunchParameters& launch = gpu.machine.launch;
  const Constant& on_host = constants::spread_of_host;
  const Constant& on_device = constants::spread_of_device;
  const Sourced<Seconds>& issue = first_known({launch.issue, launch.back_to_back});
  const Sourced<Seconds>& queued =
      first_known({launch.queued_each, launch.queued, gpu.launch_latency});
  const Sourced<Seconds>& region = first_known({launch.openacc_each, launch.openacc, queued});
  const Sourced<Seconds>& blocking = first_known({launch.openacc_sync, region});
  const Sourced<Seconds>& in_graph = first_known({launch.graph, queued});
  const Sourced<Seconds>& graph_issue = first_known({launch.graph_issue, issue});
  costs.kernel_issue = uncertain(number_or_nothing(w, "t_issue", issue), issue.source, on_host);
  costs.kernel_queued = stated(w, "t_queued", queued, on_device);
  costs.region_queued = stated(w, "t_region", region, of_regions);
  costs.region_blocking = stated(w, "t_region", blocking, of_regions);
  costs.kernel_in_graph = stated(w, "t_graph", in_graph, on_device);
  costs.graph_issue =
      uncertain(number_or_nothing(w, "t_issue", graph_issue), graph_issue.source, on_host);
  const Worked<Seconds> two = w.literal(2.0) * w.number("t_graph", in_graph);
  costs.first_in_graph =
      costs.kernel_in_graph +
      uncertain(rest(w, "t_pair", launch.graph_pair, two), launch.graph_pair.source, on_device);
  const Worked<Seconds> there =
      number_or_nothing(w, "t_issue", issue) + w.number("t_queued", queued);
  costs.synchronise = uncertain(rest(w, "t_round", launch.host_round_trip, there),
                                launch.host_round_trip.source, on_host);
}

}  // namespace

Worked<Seconds> uncertain(Worked<Seconds> value, const Source& source, const Constant& spread) {
  Workings& w = value.in();
  const bool by_spread = source.from == Provenance::measured && spread.high > source.factor;
  if (by_spread && spread.low < 1.0) return w.about(value, w.constant<Count>("e", spread));
  const double factor = by_spread ? spread.high : source.factor;
  const Estimate<Count> either{{1.0}, {1.0 / factor}, {factor}};
  return w.about(value,
                 w.count("e", either, by_spread ? "other machines" : "factor of its source"));
}

Worked<Seconds> stated(Workings& w, Symbol symbol, const Sourced<Seconds>& time,
                       const Constant& spread) {
  return uncertain(w.number(symbol, time), time.source, spread);
}

Worked<Seconds> at_rate(Workings& w, double bytes, const Sourced<BytesPerSecond>& rate,
                        const Constant& spread) {
  return uncertain(bytes_of(w, bytes) / w.number("b", rate), rate.source, spread);
}

double share_left(const Sourced<BytesPerSecond>& both, const Sourced<BytesPerSecond>& alone) {
  return both.is_known() ? std::min(1.0, both.si / alone.known().si) : 1.0;
}

Worked<Seconds> seconds_of(Workings& w, Symbol symbol, const BandwidthByBytes& by_size,
                           double bytes) {
  return w.named(symbol, at_rate_by_size(bytes_of(w, bytes), by_size));
}

DeviceCosts::DeviceCosts(Workings& w)
    : kernel_issue(w.zero<Seconds>()),
      kernel_queued(kernel_issue),
      synchronise(kernel_issue),
      graph_issue(kernel_issue),
      kernel_in_graph(kernel_issue),
      first_in_graph(kernel_issue),
      region_queued(kernel_issue),
      region_blocking(kernel_issue) {}

DeviceCosts device_costs(Workings& w, const Gpu& gpu, Ceiling ceiling) {
  DeviceCosts costs(w);
  costs.one_copy_engine = gpu.copy_engines.is_known() && gpu.copy_engines.si < 2.0;
  costs.in_order = gpu.compute_capability < ComputeCapability{3, 5};
  if (ceiling == Ceiling::peak) return costs;
  add_launches(w, gpu, costs);
  const LinkParameters& link = gpu.machine.link;
  costs.both_ways_to_device = share_left(link.h2d_bidirectional, gpu.h2d_sustained);
  costs.both_ways_to_host = share_left(link.d2h_bidirectional, gpu.d2h_sustained);
  return costs;
}

CopyCosts page_costs(Workings& w, const Gpu& gpu, Ceiling ceiling, bool to_device, double bytes) {
  const HostLinkNumbers of = host_link(gpu, to_device);
  CopyCosts costs(w);
  costs.work = at_rate(w, bytes, ceiling == Ceiling::peak ? of.peak : of.rate);
  return costs;
}

CopyCosts pinned_costs(Workings& w, const Gpu& gpu, Ceiling ceiling, bool to_device, double bytes) {
  const HostLinkNumbers of = host_link(gpu, to_device);
  const PinnedCopy copy = pinned_copy(bytes_of(w, bytes), of, ceiling);
  CopyCosts costs(w);
  if (copy.latency) costs.latency = *copy.latency;
  if (copy.work) costs.work = *copy.work;
  if (ceiling == Ceiling::peak) return costs;  // the host has nothing to do
  costs.issue = copy_issue(w, of);
  const auto comes_back = [&](Worked<Seconds> rest, const Source& source) {
    costs.back = uncertain(rest, source, constants::spread_of_host);
  };
  if (of.queued.is_known()) {
    const Worked<Seconds> there = issue_of(w, of) + w.number("a", of.queued);
    comes_back(rest(w, "t_host", of.host_latency, there), of.host_latency.source);
  }
  if (!of.by_size.is_known()) return costs;
  if (of.both_by_size.is_known()) {
    costs.both_ways = std::min(1.0, of.both_by_size.at(Bytes{bytes}) / of.by_size.at(Bytes{bytes}));
  }
  if (of.host_by_size.is_known()) {
    const Worked<Seconds> seen = seconds_of(w, "t_seen", of.host_by_size, bytes);
    const Worked<Seconds> before = issue_of(w, of) + w.named("t_copy", copy.time(w));
    comes_back(max(w.zero<Seconds>(), seen - before), of.host_by_size.source);
  }
  return costs;
}

CopyCosts pageable_costs(Workings& w, const Gpu& gpu, const PageableCopy& copy) {
  const LinkParameters& link = gpu.machine.link;
  const Constant& spread = constants::spread_of_pageable;
  const auto& by_size = copy.to_device ? link.h2d_pageable_by_size : link.d2h_pageable_by_size;
  CopyCosts costs(w);
  if (!by_size.is_known()) {
    const auto& latency = copy.to_device ? link.h2d_pageable_latency : link.d2h_pageable_latency;
    costs.latency = stated(w, "a", latency, spread);
    costs.work =
        at_rate(w, copy.bytes, copy.to_device ? link.h2d_pageable : link.d2h_pageable, spread);
    return costs;
  }
  Worked<BytesPerSecond> rate = w.read("b", by_size, Bytes{copy.bytes});
  if (copy.of_all != copy.bytes) {
    rate = min(rate, w.read("b_all", by_size, Bytes{copy.of_all}));
  }
  const Worked<Seconds> time = counted(by_size, bytes_of(w, copy.bytes)) / rate;
  const bool small = is_small(by_size, Bytes{copy.bytes});
  (small ? costs.latency : costs.work) = uncertain(time, by_size.source, spread);
  const auto& end = link.h2d_pageable_end_by_size;
  if (!copy.to_device || !end.is_known()) return costs;
  const Worked<Seconds> zero = w.zero<Seconds>();
  const Worked<Seconds> tail = max(
      zero, seconds_of(w, "t_end", end, copy.bytes) - seconds_of(w, "t_seen", by_size, copy.bytes));
  costs.tail = uncertain(tail, end.source, spread);
  const auto& again = link.h2d_pageable_again_by_size;
  if (copy.again && again.is_known()) {
    const Worked<Seconds> longer = max(zero, seconds_of(w, "t_again", again, copy.bytes) -
                                                 w.named("t_tail", tail) - w.named("t_copy", time));
    const Worked<Seconds> past_caches = uncertain(longer, again.source, spread);
    costs.latency = small ? costs.latency + past_caches : past_caches;
  }
  return costs;
}

Worked<Seconds> stream_creation(Workings& w, const Gpu& gpu) {
  return stated(w, "t_stream", gpu.machine.launch.stream_creation, constants::spread_of_host);
}

Worked<Seconds> data_clause_costs(Workings& w, const Gpu& gpu, double bytes, bool beside_small) {
  const SecondsByBytes& by_size = gpu.machine.launch.openacc_data;
  if (!by_size.is_known() || (beside_small && bytes < constants::most_of_small_array.value)) {
    return w.zero<Seconds>();
  }
  return uncertain(w.read("t_memory", by_size, Bytes{bytes}), by_size.source, of_regions);
}

}  // namespace gpumodel
