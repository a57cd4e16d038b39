#include "models/program/costs.hpp"

#include <algorithm>
#include <functional>
#include <initializer_list>

namespace gpumodel {
namespace {

struct PinnedCopies {
  const Sourced<BytesPerSecond>& rate;
  const Sourced<Seconds>&latency, &host_latency, &issue, &queued;
};

// What is left of a time when its known parts are taken away.
double rest(const Sourced<Seconds>& whole, std::initializer_list<double> parts) {
  if (!whole.is_known()) return 0.0;
  double left = whole.si;
  for (const double part : parts) left -= part;
  return std::max(0.0, left);
}

CopyCosts pinned(const PinnedCopies& of, Bound bound) {
  CopyCosts costs;
  costs.seconds_per_byte = pick_inverse(of.rate, bound);
  costs.latency = pick(of.queued.is_known() ? of.queued : of.latency, bound);
  costs.issue =
      of.issue.is_known() ? pick(of.issue, bound) : rest(of.host_latency, {costs.latency});
  if (of.queued.is_known()) costs.back = rest(of.host_latency, {costs.issue, costs.latency});
  return costs;
}

const Sourced<Seconds>& first_known(
    std::initializer_list<std::reference_wrapper<const Sourced<Seconds>>> all) {
  for (const Sourced<Seconds>& each : all) {
    if (each.is_known()) return each;
  }
  return *std::rbegin(all);
}

// Gives a copy the time that a rate by size says, all of it on the engine.
void set_rate(const Sourced<BytesPerSecond>& rate, const BandwidthByBytes& by_size, double bytes,
              Bound bound, CopyCosts& copy) {
  const double least = by_size.points.front().x;
  const double inverse = pick_inverse(rate, bound);
  copy.latency = bytes < least ? least * inverse : 0.0;
  copy.seconds_per_byte = bytes < least ? 0.0 : inverse;
}

void add_launches(const Gpu& gpu, Bound bound, DeviceCosts& costs) {
  const LaunchParameters& launch = gpu.machine.launch;
  const Sourced<Seconds>& issue = first_known({launch.issue, launch.back_to_back});
  if (issue.is_known()) costs.kernel_issue = pick(issue, bound);
  costs.kernel_queued =
      pick(first_known({launch.queued_each, launch.queued, gpu.launch_latency}), bound);
  const Sourced<Seconds>& region = first_known({launch.openacc_each, launch.openacc});
  costs.region_queued = region.is_known() ? pick(region, bound) : costs.kernel_queued;
  costs.region_blocking =
      launch.openacc_sync.is_known() ? pick(launch.openacc_sync, bound) : costs.region_queued;
  costs.kernel_in_graph = launch.graph.is_known() ? pick(launch.graph, bound) : costs.kernel_queued;
  costs.graph_issue =
      launch.graph_issue.is_known() ? pick(launch.graph_issue, bound) : costs.kernel_issue;
  costs.graph_start = rest(launch.graph_pair, {2.0 * costs.kernel_in_graph});
  costs.synchronise = rest(launch.host_round_trip, {costs.kernel_issue, costs.kernel_queued});
}

}  // namespace

double pick(const Estimate<Seconds>& time, Bound bound) {
  if (bound == Bound::expected) return time.value.si;
  return bound == Bound::fastest ? time.low.si : time.high.si;
}

double pick(const Sourced<Seconds>& time, Bound bound) {
  return pick(estimate(time), bound);
}

double pick_inverse(const Sourced<BytesPerSecond>& rate, Bound bound) {
  return pick(exact(Bytes{1.0}) / estimate(rate), bound);
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
  const bool peak = ceiling == Ceiling::peak;
  const LinkParameters& link = gpu.machine.link;
  if (!peak) add_launches(gpu, bound, costs);
  costs.to_device = pinned({peak ? gpu.h2d_bandwidth : gpu.h2d_sustained, gpu.h2d_latency,
                            link.h2d_host_latency, link.h2d_issue, link.h2d_queued},
                           bound);
  costs.to_host = pinned({peak ? gpu.d2h_bandwidth : gpu.d2h_sustained, gpu.d2h_latency,
                          link.d2h_host_latency, link.d2h_issue, link.d2h_queued},
                         bound);
  costs.one_copy_engine = gpu.copy_engines.is_known() && gpu.copy_engines.si < 2.0;
  costs.in_order = gpu.compute_capability < ComputeCapability{3, 5};
  if (peak) return costs;
  costs.by_size = true;
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
  const Sourced<BytesPerSecond> rate{alone.at(Bytes{bytes}).si, alone.source};
  set_rate(rate, alone, bytes, bound, copy);
  if (both.is_known()) copy.both_ways = std::min(1.0, both.at(Bytes{bytes}).si / rate.si);
  const auto& seen = to_device ? link.h2d_host_by_size : link.d2h_host_by_size;
  if (seen.is_known()) {
    const double engine = copy.latency + bytes * copy.seconds_per_byte;
    copy.back = std::max(0.0, seconds_of(seen, bytes) - copy.issue - engine);
  }
  return copy;
}

CopyCosts pageable_costs(const Gpu& gpu, const PageableCopy& copy, Bound bound) {
  const LinkParameters& link = gpu.machine.link;
  const auto& by_size = copy.to_device ? link.h2d_pageable_by_size : link.d2h_pageable_by_size;
  if (!by_size.is_known()) {
    const auto& latency = copy.to_device ? link.h2d_pageable_latency : link.d2h_pageable_latency;
    const auto& rate = copy.to_device ? link.h2d_pageable : link.d2h_pageable;
    return {.latency = pick(latency, bound), .seconds_per_byte = pick_inverse(rate, bound)};
  }
  const double alone = by_size.at(Bytes{copy.bytes}).si;
  const Sourced<BytesPerSecond> rate{std::min(alone, by_size.at(Bytes{copy.of_all}).si),
                                     by_size.source};
  CopyCosts costs;
  set_rate(rate, by_size, copy.bytes, bound, costs);
  if (!copy.to_device || !link.h2d_pageable_end_by_size.is_known()) return costs;
  const double whole = seconds_of(link.h2d_pageable_end_by_size, copy.bytes);
  costs.tail = std::max(0.0, whole - seconds_of(by_size, copy.bytes));
  if (copy.again && link.h2d_pageable_again_by_size.is_known()) {
    const double again = seconds_of(link.h2d_pageable_again_by_size, copy.bytes) - costs.tail;
    costs.latency += std::max(0.0, again - costs.latency - copy.bytes * costs.seconds_per_byte);
  }
  return costs;
}

double stream_creation(const Gpu& gpu, Bound bound) {
  return pick(gpu.machine.launch.stream_creation, bound);
}

double data_clause_seconds(const Gpu& gpu, double bytes, bool beside_small, Bound bound) {
  const SecondsByBytes& by_size = gpu.machine.launch.openacc_data;
  if (!by_size.is_known() || (beside_small && bytes < most_of_small_array)) return 0.0;
  return pick(Sourced<Seconds>{by_size.at(Bytes{bytes}).si, by_size.source}, bound);
}

}  // namespace gpumodel
