// Suites of points to measure:
//
//   suite: h200
//   points:
//     - kernels: [copy, fill]
//       with: {N: [2^10, 2^20, 2^28], threads: [128, 256]}     all combinations
//       cache: [cold, warm]                                    the default
//       backends: [cuda, openacc]                              default: cuda
//   sets: ...                                                  see read_point_sets.hpp
#pragma once

#include "models/validation/suite.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

struct SuiteFile {
  Suite suite;
  TextFile text;
};

// Throws InputError with every fault of the file. Which parameters kernels have is not known here.
SuiteFile read_suite(TextFile text);

}  // namespace gpumodel
