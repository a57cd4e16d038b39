// What stands in the arrays of a kernel, as C++: a struct for each, `x_data`, which both the device
// and the host ask for an element.
#pragma once

#include <string>
#include <vector>

#include "src/io/cuda/kernel_names.hpp"

namespace gpumodel {

// An array, or a member of its structures, as the host sees it.
struct SeenArray {
  std::size_t array = 0;
  std::string name, scalar_type{}, type{};
  std::string_view scalar;
  int lanes = 1;
  std::int64_t count = 0, stride = 0, offset = 0;
  bool is_scattered = false;  // stores go where data say
  bool has_sums = false;      // of atomics
};

// Of all arrays, in order: those in shared memory only where their contents are stated.
std::vector<SeenArray> seen_arrays(const WrittenKernel& written, const KernelNames& names);

std::string data_text(const WrittenKernel& written, const SeenArray& seen,
                      const KernelNames& names);

}  // namespace gpumodel
