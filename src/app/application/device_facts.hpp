// What an application may ask of the device that it is predicted on, under the names of CUDA.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "models/hardware/device.hpp"

namespace gpumodel {

// What neither the device file nor the tables of its compute capability state is left out.
std::map<std::string, std::int64_t> device_facts_for_host(const Gpu& gpu);

}  // namespace gpumodel
