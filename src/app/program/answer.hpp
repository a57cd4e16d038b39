// The result of `overlap`, and of `predict` on a program: the timeline with what it was made from.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/hardware/device_memory.hpp"
#include "models/timeline/program/forecast.hpp"
#include "models/timeline/program/kernel_costs.hpp"
#include "models/timeline/program/search.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/device/read_system.hpp"
#include "src/io/program/read_program.hpp"

namespace gpumodel {

// The same program on 1, 2, ... devices.
struct ScalingPoint {
  int devices = 1;
  double time_s = 0.0;
  double speedup = 1.0;     // strong: T(1) / T(P)
  double efficiency = 1.0;  // strong: T(1) / (P T(P)); weak: T(1) / T(P)
  bool fits = true;         // the memory of each device
};

struct ProgramAnswer {
  Program program;
  TextFile text;  // of the program, or of the kernel whose transfers it stands for
  bool of_kernel = false;
  const Prediction* predicted = nullptr;  // of that kernel, where there is one already
  std::vector<TextFile> kernels;
  std::map<std::string, DeviceFile> devices;  // by the name they were asked for
  std::optional<SystemFile> system;
  // Of several devices, by their number, where nobody named one; terms refer to them.
  std::map<std::size_t, System> derived_systems;
  std::optional<DeviceFile> host;
  Machine machine;  // points into `devices`, `system` and `derived_systems`
  bool default_device = false, default_host = false;  // nobody named one
  bool assumes_links = true;  // between several devices, where no system is named
  const Model* model = nullptr;
  std::vector<Number> values;  // of the program's parameters
  ExpandOptions options;       // of the forecast

  DeviceMemory memory;  // of the device that its buffers fill most
  Forecast forecast;
  double low_s = 0.0, high_s = 0.0;
  std::optional<ChunkSearch> search;
  std::optional<double> textbook_s;  // in as many streams as there are chunks
  std::vector<ScalingPoint> scaling;
  std::vector<KernelPrediction> calls;  // of kernels and loops, with their terms
  bool explain = false;                 // all of it is to be shown
  std::vector<Diagnostic> notes;

  const Gpu& gpu() const { return *machine.gpus.front(); }
  // Everything one after the other; of chunks, as one.
  double serial_s() const { return search ? search->serial_s : forecast.serial_s; }
  // Of its devices and of the answer as a whole.
  std::vector<Diagnostic> warnings() const {
    std::vector<Diagnostic> all;
    for (const auto& [name, device] : devices) {
      all.insert(all.end(), device.warnings.begin(), device.warnings.end());
    }
    all.insert(all.end(), notes.begin(), notes.end());
    return all;
  }
};

}  // namespace gpumodel
