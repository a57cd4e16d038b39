// A kernel at the depth of accesses as a CUDA file that runs by itself: the kernel, the data its
// arrays start with, the same computed on the host, and a program that launches, checks and times.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/kernel/thread/dataflow.hpp"

namespace gpumodel {

struct CudaFile {
  std::string text;
  std::vector<Departure> departures;
};

// `values` as filled by evaluate_parameters(). Throws CannotWrite and FormulaError.
CudaFile cuda_file(const Kernel& kernel, std::span<const Number> values);

}  // namespace gpumodel
