#include "models/program/costs.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

CopyCosts pinned(const Sourced<BytesPerSecond>& rate, const Sourced<Seconds>& latency,
                 const Sourced<Seconds>& host_latency, Bound bound) {
  CopyCosts costs{0.0, pick(latency, bound), pick_inverse(rate, bound)};
  if (host_latency.is_known()) costs.issue = std::max(0.0, host_latency.si - latency.si);
  return costs;
}

// The share of its rate that a copy keeps while another one runs the other way.
double share_left(const Sourced<BytesPerSecond>& both, const Sourced<BytesPerSecond>& alone) {
  return both.is_known() ? std::min(1.0, both.si / alone.known().si) : 1.0;
}

void add_launches(const Gpu& gpu, Bound bound, DeviceCosts& costs) {
  const LaunchParameters& launch = gpu.machine.launch;
  const Sourced<Seconds>& queued = launch.queued.is_known() ? launch.queued : gpu.launch_latency;
  costs.kernel_queued = pick(queued, bound);
  costs.region_queued =
      launch.openacc.is_known() ? pick(launch.openacc, bound) : costs.kernel_queued;
  costs.kernel_in_graph = launch.graph.is_known() ? pick(launch.graph, bound) : costs.kernel_queued;
  if (launch.back_to_back.is_known()) costs.kernel_issue = pick(launch.back_to_back, bound);
  if (!launch.host_round_trip.is_known()) return;
  costs.synchronise = std::max(0.0, launch.host_round_trip.si - launch.back_to_back.si - queued.si);
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

DeviceCosts device_costs(const Gpu& gpu, Ceiling ceiling, Bound bound) {
  DeviceCosts costs;
  const bool peak = ceiling == Ceiling::peak;
  const LinkParameters& link = gpu.machine.link;
  costs.to_device = pinned(peak ? gpu.h2d_bandwidth : gpu.h2d_sustained, gpu.h2d_latency,
                           link.h2d_host_latency, bound);
  costs.to_host = pinned(peak ? gpu.d2h_bandwidth : gpu.d2h_sustained, gpu.d2h_latency,
                         link.d2h_host_latency, bound);
  costs.one_copy_engine = gpu.copy_engines.is_known() && gpu.copy_engines.si < 2.0;
  costs.in_order = gpu.compute_capability < ComputeCapability{3, 5};
  if (peak) return costs;
  costs.both_ways_to_device = share_left(link.h2d_bidirectional, gpu.h2d_sustained);
  costs.both_ways_to_host = share_left(link.d2h_bidirectional, gpu.d2h_sustained);
  add_launches(gpu, bound, costs);
  return costs;
}

CopyCosts pageable_costs(const Gpu& gpu, bool to_device, Bound bound) {
  const LinkParameters& link = gpu.machine.link;
  const auto& latency = to_device ? link.h2d_pageable_latency : link.d2h_pageable_latency;
  const auto& rate = to_device ? link.h2d_pageable : link.d2h_pageable;
  return {0.0, pick(latency, bound), pick_inverse(rate, bound)};
}

}  // namespace gpumodel
