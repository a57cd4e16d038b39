// gpumodel-calibrate-cuda: measures the parameters of a device file on the GPU at hand.
#include "validate/calibrate/cuda_environment.hpp"
#include "validate/calibrate/timing.cuh"

namespace gpumodel::calibrate {
namespace {

int attribute(cudaDeviceAttr which) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

int require_device() {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess) throw NoDevice(cudaGetErrorString(status));
  if (count == 0) throw NoDevice("no CUDA device");
  return count;
}

DeviceFacts open_device() {
  DeviceFacts facts;
  facts.devices = require_device();
  facts.sms = attribute(cudaDevAttrMultiProcessorCount);
  facts.clock_hz = 1e3 * attribute(cudaDevAttrClockRate);
  facts.l2_bytes = attribute(cudaDevAttrL2CacheSize);
  facts.shared_bytes_per_block = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total));
  facts.memory_bytes = static_cast<double>(total);
  warm_up();
  return facts;
}

std::string environment() {
  const int count = require_device();
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, 0));
  char bus_id[32] = "";
  check(cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, 0));
  GpuFacts facts;
  facts.name = properties.name;
  facts.pci_bus_id = bus_id;
  facts.major = properties.major;
  facts.minor = properties.minor;
  facts.sms = properties.multiProcessorCount;
  facts.memory_bytes = static_cast<double>(properties.totalGlobalMem);
  facts.l2_bytes = properties.l2CacheSize;
  facts.sm_clock_hz = 1e3 * attribute(cudaDevAttrClockRate);
  facts.memory_clock_hz = 1e3 * attribute(cudaDevAttrMemoryClockRate);
  facts.memory_bus_bits = attribute(cudaDevAttrGlobalMemoryBusWidth);
  facts.copy_engines = properties.asyncEngineCount;
  for (int device = 0; device < count; ++device) {
    check(cudaGetDeviceProperties(&properties, device));
    facts.all_names.emplace_back(properties.name);
  }
  return environment_json(facts);
}

}  // namespace
}  // namespace gpumodel::calibrate

int main(int argc, char** argv) {
  using namespace gpumodel::calibrate;
  return calibration_main({"gpumodel-calibrate-cuda", environment, open_device}, argc, argv);
}
