// What launches, copies and waits cost on one device, in seconds. All of it from the device file:
//
//   copy, pinned      latency + V / sustained bandwidth on the engine; the host issues it in
//                     host_latency - latency (what a blocking copy takes longer than between
//                     events)
//   copy, pageable    seen from the host: latency + V / bandwidth; the host is busy meanwhile
//   kernel            launch.queued + its body on the device; launch.back_to_back of the host
//   OpenACC region    launch.openacc (between events: launch.queued is in it) + its body; the host
//   as
//                     for a kernel
//   in a graph        launch.graph + its body, and one launch for the whole graph
//   synchronisation   host_round_trip - back_to_back - queued
//
// Where only launch.latency is known, it stands for launch.queued, and issuing is free. With peak
// ceilings (the textbook model) launches cost nothing.
#pragma once

#include "models/device.hpp"
#include "models/estimate.hpp"
#include "models/terms/compute.hpp"

namespace gpumodel {

// Which end of the interval that uncertain numbers allow.
enum class Bound { expected, fastest, slowest };

double pick(const Estimate<Seconds>& time, Bound bound);
double pick(const Sourced<Seconds>& time, Bound bound);
// Seconds per byte.
double pick_inverse(const Sourced<BytesPerSecond>& rate, Bound bound);

struct CopyCosts {
  double issue = 0.0, latency = 0.0, seconds_per_byte = 0.0;
};

struct DeviceCosts {
  CopyCosts to_device, to_host;                               // pinned
  double both_ways_to_device = 1.0, both_ways_to_host = 1.0;  // rate while the other runs
  double kernel_issue = 0.0, kernel_queued = 0.0, kernel_in_graph = 0.0, synchronise = 0.0;
  double region_queued = 0.0;
  bool one_copy_engine = false;
  bool in_order = false;  // one hardware queue per engine: before compute capability 3.5
};

DeviceCosts device_costs(const Gpu& gpu, Ceiling ceiling, Bound bound);
// Throws UnknownInput where the device file does not state pageable copies.
CopyCosts pageable_costs(const Gpu& gpu, bool to_device, Bound bound);

}  // namespace gpumodel
