#include <array>

#include "validate/runner/cuda_facts.cuh"
#include "validate/runner/cuda_memory.cuh"

namespace gpumodel {

using Json = nlohmann::ordered_json;

Json device_json(const cudaDeviceProp& properties, const Json& identity) {
  Json result = {
      {"name", properties.name},
      {"compute_capability",
       std::to_string(properties.major) + "." + std::to_string(properties.minor)},
      {"sms", properties.multiProcessorCount},
      {"memory_bytes", properties.totalGlobalMem},
      {"l2_bytes", properties.l2CacheSize},
  };
  result.update(identity);
  return result;
}

std::string pci_bus_id(int device) {
  std::array<char, 32> text{};
  must(cudaDeviceGetPCIBusId(text.data(), static_cast<int>(text.size()), device),
       "asking for the device's address");
  return text.data();
}

Json launch_json(const CudaLaunch& launch) {
  const KernelCase& c = launch.kernel_case();
  const cudaFuncAttributes& attributes = launch.attributes();
  return {{"grid", c.grid},
          {"block", c.block},
          {"shared_bytes", attributes.sharedSizeBytes + launch.dynamic_shared()},
          {"registers_per_thread", attributes.numRegs},
          {"local_bytes", attributes.localSizeBytes},
          {"static_shared_bytes", attributes.sharedSizeBytes}};
}

Json occupancy_json(const CudaLaunch& launch) {
  const KernelCase& c = launch.kernel_case();
  int blocks = 0;
  must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
           &blocks, launch.kernel(), static_cast<int>(c.block[0] * c.block[1] * c.block[2]),
           launch.dynamic_shared()),
       "asking for the occupancy");
  return {{"blocks_per_sm", blocks}};
}

}  // namespace gpumodel
