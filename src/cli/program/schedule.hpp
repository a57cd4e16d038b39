// Which way a kernel is launched, where its file states two: --schedule launch or openacc.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "models/hardware/device.hpp"
#include "models/kernel/kernel.hpp"

namespace CLI {
class App;
}

namespace gpumodel {

struct ScheduleOption {
  std::string text;

  void declare(CLI::App& app);
  // Replaces launch and thread program by those of the OpenACC schedule if it is asked for, or the
  // only one there is. Throws InputError (there is none), UsageError (an unknown word) and
  // FormulaError (sizes that no launch can have; of a formula of the kernel).
  void apply(Kernel& kernel, const Gpu* gpu,
             std::span<const std::optional<Number>> overrides) const;
};

}  // namespace gpumodel
