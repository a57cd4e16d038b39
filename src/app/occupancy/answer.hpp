// The result of `occupancy`: one or many launches on one kind of SM. All views render it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/occupancy/next_step.hpp"
#include "models/occupancy/occupancy.hpp"
#include "models/occupancy/range.hpp"
#include "src/app/common/input_file.hpp"
#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

// One launch asked about; what it leaves open makes the answer a range.
struct OccupancyPoint {
  std::string kernel;  // from a compiler's log or image; empty: given on the command line
  const SmLimits* limits = nullptr;
  PartialLaunch asked;
  std::optional<std::int64_t> spill_bytes;  // per thread, as the compiler reports
  std::variant<Occupancy, OccupancyRange, Refusals> result;

  // Lowest and highest occupancy; none for an impossible launch.
  std::optional<double> lowest() const;
  std::optional<double> highest() const;
};

struct OccupancyAnswer {
  std::optional<InputFile> device_file, compiler_output;
  std::string device;  // "Tesla V100-SXM2-16GB"; empty: only a compute capability was given
  bool default_device = false;
  std::vector<OccupancyPoint> points;  // one, or a sweep, or one per kernel
  // The option that was swept, if exactly one was: "--threads".
  std::string swept;
  std::vector<std::int64_t> sweep_values;
  std::vector<Diagnostic> warnings;

  bool single() const { return points.size() == 1; }
};

// What a single, fully given launch has to gain: the steps of each resource, and block sizes.
struct NextSteps {
  Ladder registers;
  Ladder shared_memory;
  std::vector<BlockSize> better_blocks;
  std::vector<BlockSize> best_blocks;
};

// The launch of a point that leaves nothing open.
LaunchResources full_launch(const PartialLaunch& asked);

// The occupancy where everything is given, else its range.
std::variant<Occupancy, OccupancyRange, Refusals> solve(const SmLimits& limits,
                                                        const PartialLaunch& asked);

NextSteps next_steps(const OccupancyPoint& point);

// "28 of 128 lanes of a block idle: 100 threads are no whole warps"; empty where none is.
std::string idle_lanes_text(std::int64_t threads, const SmLimits& limits);

}  // namespace gpumodel
