// The launch of a kernel's file or source, as far as occupancy depends on it.
#pragma once

#include <vector>

#include "models/hardware/device.hpp"
#include "models/kernel/launch_shape.hpp"
#include "models/occupancy/kernel_resources.hpp"
#include "src/io/kernel/read_kernel.hpp"

namespace gpumodel {

// With shared memory as the launch states it, else what the kernel's arrays take, and with what a
// compiler made of it, if that is known. Throws InputError.
LaunchShape launch_of_kernel(const KernelFile& file, const std::vector<std::string>& definitions,
                             const Gpu* gpu, const KernelResources* compiled);

}  // namespace gpumodel
