#include "validate/device/compute_processes.hpp"

#include <algorithm>
#include <filesystem>

namespace gpumodel {

int other_processes(std::span<const unsigned> processes, unsigned own, bool in_container) {
  const auto others = static_cast<int>(
      std::count_if(processes.begin(), processes.end(), [&](unsigned p) { return p != own; }));
  const bool listed = others < static_cast<int>(processes.size());
  return !listed && in_container ? std::max(0, others - 1) : others;
}

bool has_pid_namespace() {
  // The number of the first namespace is fixed in the kernel (PROC_PID_INIT_INO).
  std::error_code error;
  const auto space = std::filesystem::read_symlink("/proc/self/ns/pid", error);
  return !error && space != "pid:[4026531836]";
}

}  // namespace gpumodel
