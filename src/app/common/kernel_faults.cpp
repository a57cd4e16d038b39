#include "src/app/common/kernel_faults.hpp"

namespace gpumodel {

InputError to_input_error(const ScheduleMissing& missing, const Kernel& kernel) {
  const std::string_view way = missing.asked == LaunchWay::openacc ? "openacc" : "launch";
  return {{{.id = "schedule-missing",
            .message = "the file of '" + kernel.id + "' states no '" + std::string(way) + ":'",
            .hints = {"see: gpumodel kernels show " + kernel.id}}}};
}

}  // namespace gpumodel
