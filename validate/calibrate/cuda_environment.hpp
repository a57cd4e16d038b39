// What the driver says about the GPU at hand, as the JSON object of --environment.
#pragma once

#include <string>
#include <vector>

namespace gpumodel::calibrate {

struct GpuFacts {
  std::string name, pci_bus_id;
  std::vector<std::string> all_names;  // of every GPU there is
  int major = 0, minor = 0, sms = 0, copy_engines = 0;
  double memory_bytes = 0.0, l2_bytes = 0.0;
  double sm_clock_hz = 0.0, memory_clock_hz = 0.0, memory_bus_bits = 0.0;
};

std::string environment_json(const GpuFacts& gpu);

}  // namespace gpumodel::calibrate
