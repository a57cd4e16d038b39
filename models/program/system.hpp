// Devices of one host and what connects them, as a system file states it (docs/programs.md).
#pragma once

#include <string>
#include <vector>

#include "models/device.hpp"

namespace gpumodel {

// One direction; the other is a link of its own.
struct PeerLink {
  int from = 0, to = 0;
  Sourced<BytesPerSecond> bandwidth;
  Sourced<Seconds> latency;
};

struct System {
  std::string id, name, summary;
  std::vector<std::string> devices;  // names of device files
  std::string host;                  // name of a device file; empty: not stated
  std::vector<PeerLink> links;
  Sourced<BytesPerSecond> port;  // of one device to all others together, each direction
  Sourced<BytesPerSecond> host_to_devices, devices_to_host;  // all devices together
};

}  // namespace gpumodel
