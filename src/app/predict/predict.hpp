// How long a kernel takes on a device, what limits it, what moving its data costs, and whether
// offloading pays: all that is said about one kernel.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/hardware/device_memory.hpp"
#include "models/occupancy/kernel_resources.hpp"
#include "models/time/achieved.hpp"
#include "models/time/asked_kernel.hpp"
#include "models/time/break_even.hpp"
#include "models/time/launch_changes.hpp"
#include "models/time/offload.hpp"
#include "models/time/sensitivity.hpp"
#include "src/app/common/input_file.hpp"
#include "src/app/occupancy/answer.hpp"
#include "src/app/predict/next_steps.hpp"
#include "src/app/predict/overlap.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/library/shelves.hpp"

namespace gpumodel {

// What a compiler made of the kernel.
struct CompiledKernel {
  InputFile file;
  KernelResources resources;
};

struct PredictAsk {
  std::shared_ptr<const KernelFile> kernel;
  std::vector<std::optional<Number>> overrides{};  // of its parameters, by index; empty: none
  LaunchWay way = LaunchWay::any;
  std::optional<CompiledKernel> compiled{};  // in place of what the descriptor states
  std::shared_ptr<const DeviceFile> device;  // a GPU
  bool default_device = false;               // nobody named one
  std::shared_ptr<const DeviceFile> host{};  // a CPU to compare with; null: none
  int streams = 0;                           // to overlap copies and kernel in; 0: not asked
  const Model* model = &default_model();
  CacheStart cache = CacheStart::cold;  // what L2 holds before the launch
  bool explain = false;
  bool next = false;                             // whether to look for what would be faster
  double work = usual_work;                      // see work_limit.hpp
  const Shelves* library = &searched_shelves();  // its devices are named where a launch is refused

  const Gpu& gpu() const { return std::get<Gpu>(device->device); }
  const Cpu* cpu() const { return host ? &std::get<Cpu>(host->device) : nullptr; }
};

// What a source leaves open, with both ends of what is possible as options that answer it.
struct OpenQuestion {
  std::string what, place, option, least, most;
};
// The time from the fastest case to the slowest of all that is possible.
struct OpenTime {
  Seconds least{}, most{};
  std::vector<OpenQuestion> questions;
};

// It keeps the files it was made from; its parts refer to them.
struct PredictAnswer {
  PredictAsk ask;
  AskedKernel asked;
  Prediction prediction;
  Achieved achieved;
  std::vector<NextStep> next;            // what would make it faster, where it was looked for
  DeviceMemory memory;                   // of the kernel's arrays
  std::optional<Overlapped> overlap;     // where streams were asked for
  std::optional<Offloading> offloading;  // where there is a host
  std::optional<std::size_t> size_parameter;
  std::optional<BreakEven> break_even;
  std::optional<OccupancyPoint> occupancy;     // where the kernel states its launch
  std::optional<Sensitivities> sensitivities;  // where it is to be explained
  std::vector<LaunchChange> launch_changes;    // likewise
  std::vector<Diagnostic> undecided;           // indices of which no more is known: notes
  std::vector<Diagnostic> warnings;            // of the answer as a whole
  std::optional<OpenTime> open;                // then all else is of the slowest case

  // What L2 holds before the launch matters: the model and the kernel know what reaches it.
  bool knows_cache() const {
    return prediction.analysis && ask.model->ceiling == Ceiling::sustained;
  }
  const Kernel& kernel() const { return asked.kernel(); }
  const std::vector<Number>& values() const { return asked.values; }
};

// Throws InputError: a size or an access that the kernel does not allow, a launch that no SM can
// run, arrays that the device cannot hold where they are to be copied, a number that the model
// needs and no file states. Throws UsageError: a compiler's resources without a launch.
PredictAnswer predict(PredictAsk ask);

}  // namespace gpumodel
