// What NVML tells of the device, as members of a record; everything is null where it tells nothing.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "validate/device/clock_watch.hpp"
#include "validate/device/nvml.hpp"

namespace gpumodel {

class DeviceWatch {
 public:
  // Finds the device; without NVML nothing is watched.
  void open(const std::string& pci_bus_id);

  // driver, cuda_driver, ecc, mig, power_limit_w, ... of an environment.
  nlohmann::ordered_json identity() const;

  void start();
  // clocks, throttle, temperature_c, power_w, other_processes of a point.
  nlohmann::ordered_json stop();

 private:
  std::optional<NvmlDevice> device_;
  DeviceState before_;
  std::unique_ptr<ClockWatch> watch_;
};

}  // namespace gpumodel
