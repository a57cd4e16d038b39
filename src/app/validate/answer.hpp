// The result of `validate`: points with verdicts, and what they were made from. All views render
// it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/validation/bars.hpp"
#include "models/validation/device_match.hpp"
#include "models/validation/judge.hpp"
#include "src/app/common/input_file.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/device/read_device.hpp"

namespace gpumodel {

// One record, or what was measured just now.
struct ValidateRun {
  Environment environment;
  std::optional<InputFile> record;   // none: measured now
  std::optional<DeviceFile> device;  // of the GPU, or of the CPU for the host backend
  std::vector<FieldMatch> matches;   // device file against device

  const Gpu* gpu() const { return device ? std::get_if<Gpu>(&device->device) : nullptr; }
  const Cpu* cpu() const { return device ? std::get_if<Cpu>(&device->device) : nullptr; }
  const std::string& device_id() const { return gpu() != nullptr ? gpu()->id : cpu()->id; }
};

struct ValidateAnswer {
  const Model* model = nullptr;
  double tolerance = 0.1;
  std::vector<ValidateRun> runs;
  std::vector<JudgedPoint> points;
  std::vector<PointSet> sets;   // of the suite
  int level = 0;                // what was checked: 0 device file, 1 time, 2 counters, 3 ceilings
  bool judged = false;          // kernels were named and measured: outside is a failure
  bool why = false;             // counted inputs were put in place of predicted ones
  std::vector<BarResult> bars;  // of --bars
  std::vector<Diagnostic> notes;
  int exit_code = 0;
};

}  // namespace gpumodel
