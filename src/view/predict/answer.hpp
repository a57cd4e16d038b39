// The result of `predict`: the prediction with the inputs it was made from. All views render it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/hardware/device_memory.hpp"
#include "models/occupancy/kernel_resources.hpp"
#include "models/time/asked_kernel.hpp"
#include "models/time/break_even.hpp"
#include "models/time/launch_changes.hpp"
#include "models/time/offload.hpp"
#include "models/time/sensitivity.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/view/common/input_file.hpp"
#include "src/view/occupancy/answer.hpp"

namespace gpumodel {

// What a compiler made of the kernel.
struct CompiledKernel {
  InputFile file;
  KernelResources resources;
};

struct PredictAnswer {
  KernelFile kernel;
  DeviceFile device;
  std::optional<DeviceFile> host;
  std::optional<CompiledKernel> compiled;  // in place of what the descriptor states
  bool default_device = false;             // nobody named one
  const Model* model = nullptr;
  int streams = 0;
  AskedKernel asked;
  Prediction prediction;
  DeviceMemory memory;                   // of the kernel's arrays
  std::optional<Offloading> offloading;  // where there is a host
  std::optional<std::size_t> size_parameter;
  std::optional<BreakEven> break_even;
  std::optional<OccupancyPoint> occupancy;     // where the kernel states its launch
  std::optional<Sensitivities> sensitivities;  // where it is to be explained
  std::vector<LaunchChange> launch_changes;    // likewise
  std::vector<Diagnostic> notes;               // what does not apply, and why
  std::vector<Diagnostic> warnings;            // of the answer as a whole

  const Gpu& gpu() const { return std::get<Gpu>(device.device); }
  const Cpu* cpu() const { return host ? &std::get<Cpu>(host->device) : nullptr; }
};

}  // namespace gpumodel
