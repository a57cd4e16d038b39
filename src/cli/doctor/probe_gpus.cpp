// The driver and its GPUs, through the libraries that come with the driver.
#include "models/validation/device_match.hpp"
#include "src/app/common/describing_file.hpp"
#include "src/cli/doctor/probe.hpp"
#include "validate/device/cuda_driver.hpp"
#include "validate/device/nccl.hpp"
#include "validate/device/nvml.hpp"

namespace gpumodel {
namespace {

RecordedDevice recorded(const CudaGpu& gpu) {
  RecordedDevice device;
  device.name = gpu.name;
  device.compute_capability = std::to_string(gpu.major) + "." + std::to_string(gpu.minor);
  device.sms = gpu.sms;
  device.memory_bytes = static_cast<double>(gpu.memory_bytes);
  device.l2_bytes = static_cast<double>(gpu.l2_bytes);
  return device;
}

void add_identity(const NvmlDevice& nvml, GpuFacts& gpu) {
  const DeviceIdentity identity = nvml.identity();
  RecordedDevice& device = gpu.device;
  device.driver = identity.driver;
  device.cuda_driver = identity.cuda_driver;
  device.ecc = identity.ecc;
  device.mig = identity.mig;
  device.power_limit_w = identity.power_limit_w;
  device.max_sm_clock_hz = identity.max_sm_clock_hz;
  device.max_memory_clock_hz = identity.max_memory_clock_hz;
  // What the link can do; while nothing is copied it may be slower.
  device.pcie_generation = identity.max_pcie_generation;
  device.pcie_width = identity.max_pcie_width;
  gpu.other_processes = nvml.state().other_processes;
}

void add_file(GpuFacts& gpu) {
  const auto file = describing_file(gpu.device);
  if (!file) return;
  const Gpu& described = std::get<Gpu>(file->device);
  gpu.device_file = described.id;
  gpu.matches = match_device(described, gpu.device);
}

}  // namespace

void probe_gpus(MachineFacts& facts) {
  const CudaDriver driver = ask_cuda_driver();
  facts.cuda_version = driver.version;
  facts.driver_why_not = driver.why_not;
  facts.peer_pairs = driver.peer_pairs;
  facts.nccl = nccl_version(facts.nccl_why_not);
  const std::optional<Nvml> nvml = Nvml::load(facts.nvml_why_not);
  facts.has_nvml = nvml.has_value();
  for (const CudaGpu& found : driver.gpus) {
    GpuFacts gpu{recorded(found), {}, {}, {}};
    if (nvml) {
      if (const auto device = nvml->device(found.pci_bus_id)) add_identity(*device, gpu);
    }
    add_file(gpu);
    facts.gpus.push_back(std::move(gpu));
  }
}

}  // namespace gpumodel
