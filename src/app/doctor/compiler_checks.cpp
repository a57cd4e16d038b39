// The compilers that the measuring programs are built with.
#include <charconv>

#include "src/app/doctor/checks.hpp"

namespace gpumodel {
namespace {

// 13 of "13.0.88"; 0 of what is no version.
int major_of(const std::string& version) {
  int major = 0;
  std::from_chars(version.data(), version.data() + version.size(), major);
  return major;
}

void warn(DoctorCheck& check, std::string hint) {
  check.state = CheckState::warning;
  check.hints.push_back(std::move(hint));
}

void compare_with_driver(const MachineFacts& facts, DoctorCheck& check) {
  const int driver = facts.cuda_version / 1000;
  if (driver == 0 || major_of(facts.nvcc->version) <= driver) return;
  warn(check, "the driver runs CUDA " + std::to_string(driver) +
                  " at most: what this nvcc builds does not start. "
                  "Update the driver, or build with a toolkit of CUDA " +
                  std::to_string(driver));
}

void compare_with_gpus(const MachineFacts& facts, DoctorCheck& check) {
  if (facts.nvcc_targets.empty()) return;
  for (const GpuFacts& gpu : facts.gpus) {
    const auto capability = parse_compute_capability(gpu.device.compute_capability);
    if (!capability) continue;
    const std::string who = gpu.device.name + " (" + gpu.device.compute_capability + ")";
    if (*capability < facts.nvcc_targets.front()) {
      warn(check, who +
                      " is older than what this nvcc compiles for: it can be predicted, and "
                      "measured with an older toolkit (CUDA 12 compiles from 5.0 on)");
    } else if (*capability > facts.nvcc_targets.back()) {
      warn(check, who + " is newer than what this nvcc knows: install a newer toolkit");
    }
  }
}

}  // namespace

DoctorCheck check_nvcc(const MachineFacts& facts) {
  DoctorCheck check{"nvcc", "CUDA compiler", CheckState::ok, "", {}};
  if (!facts.nvcc) {
    check.state = CheckState::missing;
    check.found = "no nvcc on PATH, in CUDA_HOME, /usr/local/cuda";
    check.hints = {
        "install the CUDA toolkit, 12.6 or later for counters; it is needed to build "
        "the CUDA programs, not to run them"};
    return check;
  }
  check.found = "nvcc " + facts.nvcc->version;
  if (!facts.nvcc_targets.empty()) {
    check.found += ", for " + to_string(facts.nvcc_targets.front()) + " to " +
                   to_string(facts.nvcc_targets.back());
  }
  if (facts.nvcc->version.empty()) {
    check.found = "nvcc does not answer";
    check.state = CheckState::warning;
    return check;
  }
  compare_with_driver(facts, check);
  compare_with_gpus(facts, check);
  return check;
}

DoctorCheck check_openacc(const MachineFacts& facts) {
  DoctorCheck check{"openacc", "OpenACC compiler", CheckState::ok, "", {}};
  if (facts.gxx && facts.has_offload && facts.has_offload_plugin) {
    check.found = "g++ " + facts.gxx->version + " offloads to NVIDIA GPUs";
    return check;
  }
  if (facts.nvcxx) {
    check.found = "nvc++";
    return check;
  }
  check.state = CheckState::missing;
  if (!facts.gxx) {
    check.found = "no g++ and no nvc++ on PATH";
    check.hints = {"install g++ with its offload compiler, or NVIDIA's HPC SDK"};
    return check;
  }
  const std::string package =
      "gcc-" + std::to_string(major_of(facts.gxx->version)) + "-offload-nvptx";
  check.found = "g++ " + facts.gxx->version + " compiles for the host only";
  check.hints = {"install " + package +
                 " (Debian, Ubuntu; gcc-offload-nvptx elsewhere), or nvc++ "
                 "of NVIDIA's HPC SDK; without it answers can be checked on the host, not timed"};
  if (facts.has_offload) {
    check.found = "g++ " + facts.gxx->version + " has no library to reach GPUs";
    check.hints = {"install libgomp-plugin-nvptx1"};
  }
  return check;
}

DoctorCheck check_openmp(const MachineFacts& facts) {
  if (facts.has_openmp)
    return {"openmp", "OpenMP", CheckState::ok, "g++ " + facts.gxx->version, {}};
  return {"openmp",
          "OpenMP",
          CheckState::missing,
          facts.gxx ? "g++ has no libgomp" : "no g++ on PATH",
          {"install g++ with libgomp; it is needed to build the host programs, not to run them"}};
}

}  // namespace gpumodel
