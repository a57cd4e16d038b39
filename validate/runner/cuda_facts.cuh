// What CUDA tells of a device and a launch, as members of a record.
#pragma once

#include <cuda_runtime.h>

#include <nlohmann/json.hpp>
#include <string>

#include "validate/cases/cuda_kernel.cuh"

namespace gpumodel {

// `device` of an environment; `identity` is what NVML adds.
nlohmann::ordered_json device_json(const cudaDeviceProp& properties,
                                   const nlohmann::ordered_json& identity);
// "0000:3b:00.0", as NVML names devices.
std::string pci_bus_id(int device);
// `launch` of a point.
nlohmann::ordered_json launch_json(const CudaLaunch& launch);
// `occupancy` of a point: the driver's own answer.
nlohmann::ordered_json occupancy_json(const CudaLaunch& launch);

}  // namespace gpumodel
