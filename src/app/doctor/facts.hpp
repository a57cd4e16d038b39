// What a machine has for measuring, as found; nothing is judged here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/hardware/compute_capability.hpp"
#include "models/validation/device_match.hpp"
#include "models/validation/record.hpp"

namespace gpumodel {

struct GpuFacts {
  RecordedDevice device;
  std::optional<int> other_processes;
  std::string device_file;          // of the library that describes it; empty: none
  std::vector<FieldMatch> matches;  // of that file
};

struct ToolFacts {
  std::string path, version;  // the version is empty where the program did not say
};

// A program of this project that measures.
struct ProgramFacts {
  std::string name;
  std::optional<std::string> path;
};

struct MachineFacts {
  // The CUDA driver. Its version is the newest CUDA it runs (13000 is 13.0), 0 without a driver.
  int cuda_version = 0;
  std::string driver_why_not;  // why it cannot be used
  std::vector<GpuFacts> gpus;

  // Pairs of GPUs that reach each other's memory, each direction; of how many.
  int peer_pairs = 0;

  std::optional<std::string> nccl;  // its version
  std::string nccl_why_not;

  bool has_nvml = false;
  std::string nvml_why_not;

  std::optional<ToolFacts> nvcc;
  std::vector<ComputeCapability> nvcc_targets;  // rising; empty: it did not say
  std::optional<ToolFacts> gxx;
  bool has_offload = false;         // g++ has a compiler for NVIDIA GPUs behind it
  bool has_offload_plugin = false;  // and its OpenACC library can reach them
  bool has_openmp = false;
  std::optional<ToolFacts> nvcxx;  // NVIDIA's OpenACC compiler

  std::vector<ProgramFacts> programs;

  std::optional<ToolFacts> cupti;   // version: that of its CUDA
  bool has_range_profiler = false;  // CUPTI is new enough
  std::string cupti_why_not;
  std::optional<bool> admin_only;  // the driver gives counters to administrators only
  bool is_administrator = false;

  const ProgramFacts* program(const std::string& name) const {
    for (const ProgramFacts& one : programs) {
      if (one.name == name) return &one;
    }
    return nullptr;
  }
  bool has_program(const std::string& name) const {
    const ProgramFacts* found = program(name);
    return found != nullptr && found->path.has_value();
  }
};

}  // namespace gpumodel
