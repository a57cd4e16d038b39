// A kernel at the depth of accesses as a CUDA file that runs by itself: the kernel, the data its
// arrays start with, the same computed on the host, and a program that launches, checks and times.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "models/kernel/thread/dataflow/dataflow.hpp"

namespace gpumodel {

struct CudaFile {
  std::string text;
  std::vector<Departure> departures;
};

// `values` as filled by evaluate_parameters(). Throws CannotWrite and FormulaError.
CudaFile cuda_file(const Kernel& kernel, std::span<const Number> values);

// Kernels as one file that becomes a library for gpumodel-run-written (measured_case.hpp): what
// they share, their headers above all, is compiled once.
class CudaLibrary {
 public:
  // Throws CannotWrite and FormulaError; the library is as before then.
  void add(const Kernel& kernel, std::span<const Number> values);
  std::size_t size() const { return count_; }
  std::string text() const;

 private:
  std::set<std::string> includes_;
  std::string cases_;
  std::size_t count_ = 0;
};

}  // namespace gpumodel
