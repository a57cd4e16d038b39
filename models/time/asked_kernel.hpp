// A kernel as it is asked about. The one place where a descriptor, parameters, a schedule, what a
// compiler made of it and a device become a question that any model answers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/occupancy/kernel_resources.hpp"
#include "models/time/predict.hpp"

namespace gpumodel {

// Which way a kernel is launched, where its file states two.
enum class LaunchWay {
  any,  // the launch, and the OpenACC schedule where there is no other
  launch,
  openacc,
  none,  // a loop of the host
};

// The file of the kernel states no such schedule.
struct ScheduleMissing {
  LaunchWay asked;
};

// All that is referred to must outlive what is made of it, but for `overrides` and `compiled`.
struct KernelAsk {
  const Kernel* kernel = nullptr;
  std::span<const std::optional<Number>> overrides{};  // as for evaluate_parameters()
  const Gpu* gpu = nullptr;  // null: of the host alone, or on no device in particular
  const Cpu* host = nullptr;
  LaunchWay way = LaunchWay::any;
  const KernelResources* compiled = nullptr;  // null: as the descriptor states
  bool openacc_runtime = false;  // Question::openacc, where no OpenACC schedule says so anyway
  int streams = 0;
  CacheStart cache = CacheStart::cold;
  double work = usual_work;
};

// Faults and predictions refer to it.
struct AskedKernel {
  std::unique_ptr<const Kernel> changed{};         // null: the kernel as it stands
  std::vector<Number> values{};                    // of its parameters
  std::optional<std::int64_t> stated_registers{};  // per thread, where the compiler's replace them
  Question question{};                             // refers to the above

  const Kernel& kernel() const { return *question.kernel; }
};

// Fills `made`, which was not filled before. Throws ScheduleMissing, and FormulaError: a parameter
// without a usable value, sizes that no launch can have. That indices stay inside their arrays is
// looked at by index_bounds(). What a compiler made is nothing to a kernel without a launch.
void settle(const KernelAsk& ask, AskedKernel& made);

}  // namespace gpumodel
