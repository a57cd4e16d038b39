// Devices of one host and what connects them, as a system file states it (docs/programs.md).
#pragma once

#include <string>
#include <vector>

#include "models/hardware/device.hpp"
#include "models/hardware/machine_parameters.hpp"

namespace gpumodel {

// One direction; the other is a link of its own. What is not known but its bandwidth and latency
// costs nothing of its own.
struct PeerLink {
  int from = 0, to = 0;
  Sourced<BytesPerSecond> bandwidth;
  Sourced<BytesPerSecond> both_ways;  // of each direction while both are used
  Sourced<Seconds> latency;           // of a copy that waits for work elsewhere
  Sourced<Seconds> queued;            // of a copy that waits for no other device
  Sourced<Seconds> issue;             // of the host, for each copy
  Sourced<Seconds> record, wait;  // of the host: an event, and a stream elsewhere that waits for it
};

// The sum of an array over the first `devices` devices, by a library: latency + bytes / bandwidth,
// or what `by_size` says. Both rates are bytes of the array over time.
struct AllReduce {
  int devices = 0;
  Sourced<Seconds> latency;
  Sourced<BytesPerSecond> bandwidth;
  BandwidthByBytes by_size;
  Sourced<Seconds> issue;  // of the host, on all devices; not known: a kernel on each
};

struct System {
  std::string id, name, summary;
  std::vector<std::string> devices;  // names of device files
  std::string host;                  // name of a device file; empty: not stated
  std::vector<PeerLink> links;
  std::vector<AllReduce> all_reduces;  // of as many devices as were measured
  Sourced<BytesPerSecond> port;        // of one device to all others together, each direction
  Sourced<Seconds> synchronise;        // of the host, to see that one of several devices is idle
  BandwidthByCount host_to_devices, devices_to_host;  // all devices together, by their number
};

}  // namespace gpumodel
