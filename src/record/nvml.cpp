// NVML, as far as it is about what the device file says.
#include <cstdint>
#include <cstdio>

#include "src/describe/front/prelude/nvml.h"
#include "src/record/channel.hpp"
#include "src/record/memory.hpp"

using namespace gpumodel::record;

namespace {

// Handles are numbers of devices from 1 on.
int device_of(nvmlDevice_t handle) {
  return static_cast<int>(reinterpret_cast<std::uintptr_t>(handle)) - 1;
}

nvmlReturn_t handle_of(unsigned device, nvmlDevice_t* handle) {
  if (device >= static_cast<unsigned>(Setup::get().devices)) return NVML_ERROR_INVALID_ARGUMENT;
  *handle = reinterpret_cast<nvmlDevice_t>(static_cast<std::uintptr_t>(device) + 1);
  return NVML_SUCCESS;
}

}  // namespace

nvmlReturn_t nvmlInit() {
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlShutdown() {
  return NVML_SUCCESS;
}
const char* nvmlErrorString(nvmlReturn_t error) {
  if (error == NVML_ERROR_NOT_SUPPORTED) return "Not Supported";
  return error == NVML_SUCCESS ? "Success" : "Invalid Argument";
}
nvmlReturn_t nvmlDeviceGetCount(unsigned* count) {
  *count = static_cast<unsigned>(Setup::get().devices);
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned device, nvmlDevice_t* handle) {
  return handle_of(device, handle);
}
// As cudaDeviceGetPCIBusId numbers them.
nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char* bus, nvmlDevice_t* handle) {
  unsigned domain = 0, device = 0;
  if (std::sscanf(bus, "%x:%x:", &domain, &device) != 2) return NVML_ERROR_INVALID_ARGUMENT;
  return handle_of(device, handle);
}
nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t handle, char* name, unsigned length) {
  std::snprintf(name, length, "%s", Setup::get().name(device_of(handle)).c_str());
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t handle, nvmlClockType_t clock, unsigned* mhz) {
  const char* name = clock == NVML_CLOCK_MEM ? "memoryClockRate" : "clockRate";
  *mhz = static_cast<unsigned>(Setup::get().number(device_of(handle), name) / 1000);
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t handle, nvmlClockType_t clock, unsigned* mhz) {
  return nvmlDeviceGetClockInfo(handle, clock, mhz);
}
nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t handle, nvmlMemory_t* memory) {
  memory->total = Setup::get().number(device_of(handle), "totalGlobalMem");
  memory->free = free_bytes(device_of(handle));
  memory->used = memory->total - memory->free;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t, unsigned* milliwatts) {
  *milliwatts = 0;
  return NVML_ERROR_NOT_SUPPORTED;
}
nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t, nvmlTemperatureSensors_t, unsigned* celsius) {
  *celsius = 0;
  return NVML_ERROR_NOT_SUPPORTED;
}
nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t, nvmlUtilization_t* rates) {
  *rates = {0, 0};
  return NVML_ERROR_NOT_SUPPORTED;
}
nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t, unsigned long long* millijoules) {
  *millijoules = 0;
  return NVML_ERROR_NOT_SUPPORTED;
}
