#include "models/timeline/program/derived_system.hpp"

namespace gpumodel {

System derived_system(const Gpu& gpu, std::size_t devices) {
  System system;
  system.id = gpu.id + "-x" + std::to_string(devices);
  system.name = std::to_string(devices) + " x " + gpu.name;
  system.devices.assign(devices, gpu.id);
  if (!gpu.peer_bandwidth.is_known() || !gpu.peer_latency.is_known()) return system;
  const auto count = static_cast<int>(devices);
  for (int from = 0; from < count; ++from) {
    for (int to = 0; to < count; ++to) {
      if (from == to) continue;
      PeerLink link;
      link.from = from;
      link.to = to;
      link.bandwidth = gpu.peer_bandwidth;
      link.latency = gpu.peer_latency;
      system.links.push_back(std::move(link));
    }
  }
  return system;
}

}  // namespace gpumodel
