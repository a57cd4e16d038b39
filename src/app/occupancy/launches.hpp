// Every combination of the quantities asked about, as launches on one kind of SM.
#pragma once

#include <optional>
#include <vector>

#include "models/occupancy/kernel_resources.hpp"
#include "src/app/common/target.hpp"
#include "src/app/occupancy/answer.hpp"
#include "src/io/library/shelves.hpp"

namespace gpumodel {

// Of each quantity the values to combine; none: it is left open.
struct OccupancyAsk {
  std::optional<Target> target;  // nothing: that of each kernel, which its compiler named
  std::vector<std::int64_t> threads, registers_per_thread, registers_per_block;
  std::vector<std::int64_t> shared_memory;  // of kernels: the dynamic part; none is 0
  std::optional<std::int64_t> carveout;
  std::optional<int> barriers;  // nothing: those of the kernel, else 1
  int cluster_size = 1;
  // As compiled; none: launches of no kernel in particular.
  std::vector<KernelResources> kernels;
  std::optional<InputFile> compiler_output;
  const Shelves* library = &searched_shelves();  // its devices are named where a launch is refused
};

// Throws InputError: a capability that is not known, or no launch is possible. Throws UsageError:
// too many launches.
OccupancyAnswer occupancies(OccupancyAsk ask);

}  // namespace gpumodel
