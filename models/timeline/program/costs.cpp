#include "models/timeline/program/costs.hpp"

#include <algorithm>
#include <functional>
#include <initializer_list>

#include "models/core/constants.hpp"

namespace gpumodel {
namespace {

// One machine was calibrated; the regions of kernels differ by as much.
constexpr double of_regions = constants::error_of_openacc_launch.high;

struct PinnedCopies {
  const Sourced<BytesPerSecond>& rate;
  const Sourced<Seconds>&latency, &host_latency, &issue, &queued;
};

// What is left of a time when its known parts are taken away.
double rest(const Sourced<Seconds>& whole, double parts) {
  return whole.is_known() ? std::max(0.0, whole.si - parts) : 0.0;
}

const Sourced<Seconds>& first_known(
    std::initializer_list<std::reference_wrapper<const Sourced<Seconds>>> all) {
  for (const Sourced<Seconds>& each : all) {
    if (each.is_known()) return each;
  }
  return *std::rbegin(all);
}

PinnedCopies pinned_copies(const Gpu& gpu, bool to_device) {
  const LinkParameters& link = gpu.machine.link;
  if (to_device) {
    return {gpu.h2d_sustained, gpu.h2d_latency, link.h2d_host_latency, link.h2d_issue,
            link.h2d_queued};
  }
  return {gpu.d2h_sustained, gpu.d2h_latency, link.d2h_host_latency, link.d2h_issue,
          link.d2h_queued};
}

const Sourced<Seconds>& latency_of(const PinnedCopies& of) {
  return of.queued.is_known() ? of.queued : of.latency;
}

double issue_of(const PinnedCopies& of) {
  return of.issue.is_known() ? of.issue.si : rest(of.host_latency, latency_of(of).known().si);
}

CopyCosts pinned(const PinnedCopies& of, Bound bound) {
  CopyCosts costs;
  const Sourced<Seconds>& latency = latency_of(of);
  const Source& host = of.host_latency.source;
  costs.seconds_per_byte = pick_inverse(of.rate, bound);
  costs.latency = pick(latency, bound);
  const double issue = issue_of(of);
  costs.issue = bounded(issue, of.issue.is_known() ? of.issue.source : host, bound,
                        constants::spread_of_host.high);
  if (of.queued.is_known()) {
    costs.back = bounded(rest(of.host_latency, issue + latency.si), host, bound,
                         constants::spread_of_host.high);
  }
  return costs;
}

// The sheet's: a start and a rate.
CopyCosts peak_costs(const Sourced<BytesPerSecond>& rate, const PinnedCopies& of, Bound bound) {
  CopyCosts costs;
  costs.seconds_per_byte = pick_inverse(rate, bound);
  costs.latency = pick(latency_of(of), bound);
  return costs;
}

// What one copy takes by a rate of its size, which holds from the first point of its curve on.
double seconds_at(double rate, const BandwidthByBytes& by_size, double bytes) {
  return std::max(bytes, by_size.points.front().x) / rate;
}

// Gives a copy the time that a rate by size says, all of it on the engine.
void set_rate(double rate, const BandwidthByBytes& by_size, double bytes, Bound bound,
              double spread, CopyCosts& copy) {
  const bool small = bytes < by_size.points.front().x;
  const double seconds = bounded(seconds_at(rate, by_size, bytes), by_size.source, bound, spread);
  copy.latency = small ? seconds : 0.0;
  copy.seconds_per_byte = small ? 0.0 : seconds / bytes;
}

void add_launches(const Gpu& gpu, Bound bound, DeviceCosts& costs) {
  const LaunchParameters& launch = gpu.machine.launch;
  const auto on_host = [&](double seconds, const Source& source) {
    return bounded(seconds, source, bound, constants::spread_of_host.high);
  };
  const auto on_device = [&](double seconds, const Source& source) {
    return bounded(seconds, source, bound, constants::spread_of_device.high);
  };
  const Sourced<Seconds>& issue = first_known({launch.issue, launch.back_to_back});
  const Sourced<Seconds>& queued =
      first_known({launch.queued_each, launch.queued, gpu.launch_latency});
  const Sourced<Seconds>& region = first_known({launch.openacc_each, launch.openacc, queued});
  const Sourced<Seconds>& blocking = first_known({launch.openacc_sync, region});
  const Sourced<Seconds>& in_graph = first_known({launch.graph, queued});
  const Sourced<Seconds>& graph_issue = first_known({launch.graph_issue, issue});
  const double issued = issue.is_known() ? issue.si : 0.0;
  costs.kernel_issue = on_host(issued, issue.source);
  costs.kernel_queued = on_device(queued.known().si, queued.source);
  costs.region_queued = pick(region, bound, of_regions);
  costs.region_blocking = pick(blocking, bound, of_regions);
  costs.kernel_in_graph = on_device(in_graph.si, in_graph.source);
  costs.graph_issue = on_host(graph_issue.is_known() ? graph_issue.si : 0.0, graph_issue.source);
  costs.graph_start =
      on_device(rest(launch.graph_pair, 2.0 * in_graph.si), launch.graph_pair.source);
  costs.synchronise =
      on_host(rest(launch.host_round_trip, issued + queued.si), launch.host_round_trip.source);
}

}  // namespace

double pick(const Estimate<Seconds>& time, Bound bound) {
  if (bound == Bound::expected) return time.value.si;
  return bound == Bound::fastest ? time.low.si : time.high.si;
}

double bounded(double seconds, const Source& source, Bound bound, double spread) {
  if (bound == Bound::expected) return seconds;
  const bool measured = source.from == Provenance::measured;
  const double factor = measured ? std::max(source.factor, spread) : source.factor;
  return bound == Bound::fastest ? seconds / factor : seconds * factor;
}

double pick(const Sourced<Seconds>& time, Bound bound, double spread) {
  return bounded(time.known().si, time.source, bound, spread);
}

double pick_inverse(const Sourced<BytesPerSecond>& rate, Bound bound, double spread) {
  return bounded(1.0 / rate.known().si, rate.source, bound, spread);
}

double share_left(const Sourced<BytesPerSecond>& both, const Sourced<BytesPerSecond>& alone) {
  return both.is_known() ? std::min(1.0, both.si / alone.known().si) : 1.0;
}

double seconds_of(const BandwidthByBytes& by_size, double bytes) {
  const double counted = std::max(bytes, by_size.points.front().x);
  return counted / by_size.at(Bytes{counted}).si;
}

DeviceCosts device_costs(const Gpu& gpu, Ceiling ceiling, Bound bound) {
  DeviceCosts costs;
  costs.one_copy_engine = gpu.copy_engines.is_known() && gpu.copy_engines.si < 2.0;
  costs.in_order = gpu.compute_capability < ComputeCapability{3, 5};
  if (ceiling == Ceiling::peak) {
    costs.to_device = peak_costs(gpu.h2d_bandwidth, pinned_copies(gpu, true), bound);
    costs.to_host = peak_costs(gpu.d2h_bandwidth, pinned_copies(gpu, false), bound);
    return costs;
  }
  add_launches(gpu, bound, costs);
  costs.to_device = pinned(pinned_copies(gpu, true), bound);
  costs.to_host = pinned(pinned_copies(gpu, false), bound);
  costs.by_size = true;
  const LinkParameters& link = gpu.machine.link;
  costs.both_ways_to_device = share_left(link.h2d_bidirectional, gpu.h2d_sustained);
  costs.both_ways_to_host = share_left(link.d2h_bidirectional, gpu.d2h_sustained);
  return costs;
}

CopyCosts pinned_costs(const Gpu& gpu, const DeviceCosts& costs, bool to_device, double bytes,
                       Bound bound) {
  CopyCosts copy = to_device ? costs.to_device : costs.to_host;
  const LinkParameters& link = gpu.machine.link;
  const auto& alone = to_device ? link.h2d_queued_by_size : link.d2h_queued_by_size;
  const auto& both = to_device ? link.h2d_both_by_size : link.d2h_both_by_size;
  if (!costs.by_size || !alone.is_known()) return copy;
  const double rate = alone.at(Bytes{bytes}).si;
  set_rate(rate, alone, bytes, bound, 1.0, copy);
  if (both.is_known()) copy.both_ways = std::min(1.0, both.at(Bytes{bytes}).si / rate);
  const auto& seen = to_device ? link.h2d_host_by_size : link.d2h_host_by_size;
  if (seen.is_known()) {
    const double before = issue_of(pinned_copies(gpu, to_device)) + seconds_at(rate, alone, bytes);
    copy.back = bounded(std::max(0.0, seconds_of(seen, bytes) - before), seen.source, bound,
                        constants::spread_of_host.high);
  }
  return copy;
}

CopyCosts pageable_costs(const Gpu& gpu, const PageableCopy& copy, Bound bound) {
  const LinkParameters& link = gpu.machine.link;
  constexpr double spread = constants::spread_of_pageable.high;
  const auto& by_size = copy.to_device ? link.h2d_pageable_by_size : link.d2h_pageable_by_size;
  if (!by_size.is_known()) {
    const auto& latency = copy.to_device ? link.h2d_pageable_latency : link.d2h_pageable_latency;
    const auto& rate = copy.to_device ? link.h2d_pageable : link.d2h_pageable;
    return {.latency = pick(latency, bound, spread),
            .seconds_per_byte = pick_inverse(rate, bound, spread)};
  }
  const double rate = std::min(by_size.at(Bytes{copy.bytes}).si, by_size.at(Bytes{copy.of_all}).si);
  CopyCosts costs;
  set_rate(rate, by_size, copy.bytes, bound, spread, costs);
  const auto& end = link.h2d_pageable_end_by_size;
  if (!copy.to_device || !end.is_known()) return costs;
  const double tail = std::max(0.0, seconds_of(end, copy.bytes) - seconds_of(by_size, copy.bytes));
  costs.tail = bounded(tail, end.source, bound, spread);
  const auto& again = link.h2d_pageable_again_by_size;
  if (copy.again && again.is_known()) {
    const double longer =
        seconds_of(again, copy.bytes) - tail - seconds_at(rate, by_size, copy.bytes);
    costs.latency += bounded(std::max(0.0, longer), again.source, bound, spread);
  }
  return costs;
}

double stream_creation(const Gpu& gpu, Bound bound) {
  return pick(gpu.machine.launch.stream_creation, bound, constants::spread_of_host.high);
}

double data_clause_seconds(const Gpu& gpu, double bytes, bool beside_small, Bound bound) {
  const SecondsByBytes& by_size = gpu.machine.launch.openacc_data;
  if (!by_size.is_known() || (beside_small && bytes < constants::most_of_small_array.value))
    return 0.0;
  return bounded(by_size.at(Bytes{bytes}).si, by_size.source, bound, of_regions);
}

}  // namespace gpumodel
