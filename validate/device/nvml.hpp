// What the driver says about a GPU: what it is, and how it fares while something runs on it.
//
// NVML comes with the driver, not with the toolkit, so it is loaded at run time: programs start on
// machines without it, and every answer may be missing (virtual machines refuse many).
//
//   std::string why_not;
//   if (const auto nvml = Nvml::load(why_not)) {
//     if (const auto gpu = nvml->device("0000:3b:00.0")) {
//       const DeviceIdentity identity = gpu->identity();
//       ClockWatch watch(*gpu);  // clock_watch.hpp
//       measure();
//       const ClockSummary during = watch.stop();
//     }
//   }
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpumodel {

// What does not change while a program runs.
struct DeviceIdentity {
  std::optional<std::string> name;
  std::optional<std::string> driver;       // "580.65.06"
  std::optional<std::string> cuda_driver;  // "13.0", the newest CUDA that the driver can run
  std::optional<bool> ecc, mig, persistence;
  std::optional<double> power_limit_w;
  std::optional<double> max_sm_clock_hz, max_memory_clock_hz;
  std::optional<int> pcie_generation, pcie_width;  // now; an idle link may be slower
  std::optional<int> max_pcie_generation, max_pcie_width;
};

struct DeviceState {
  std::optional<double> sm_clock_hz, memory_clock_hz;
  std::optional<double> temperature_c, power_w;
  // Why the clocks are not higher: "sw_power_cap", ... An idle GPU is not throttled.
  std::optional<std::vector<std::string>> throttle;
  std::optional<int> other_processes;  // computing on this GPU, beside this one
};

class NvmlLibrary;

class NvmlDevice {
 public:
  NvmlDevice(std::shared_ptr<const NvmlLibrary> library, void* handle)
      : library_(std::move(library)), handle_(handle) {}

  DeviceIdentity identity() const;
  // May take milliseconds.
  DeviceState state() const;
  // The quick part of the state: clocks and throttle reasons.
  DeviceState clocks() const;

 private:
  std::shared_ptr<const NvmlLibrary> library_;
  void* handle_;
};

class Nvml {
 public:
  // Nothing, and the reason, where there is no NVML or it does not start.
  static std::optional<Nvml> load(std::string& why_not,
                                  const std::string& library = "libnvidia-ml.so.1");

  std::optional<std::string> driver() const;
  // By the address that cudaDeviceGetPCIBusId() gives: CUDA and NVML count devices differently.
  std::optional<NvmlDevice> device(const std::string& pci_bus_id) const;

 private:
  explicit Nvml(std::shared_ptr<const NvmlLibrary> library) : library_(std::move(library)) {}

  std::shared_ptr<const NvmlLibrary> library_;
};

}  // namespace gpumodel
