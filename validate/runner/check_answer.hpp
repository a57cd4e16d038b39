// Compares what a launch left in its arrays with the reference.
#pragma once

#include <string>
#include <vector>

#include "validate/cases/reference.hpp"
#include "validate/runner/backend.hpp"

namespace gpumodel {

struct CheckedArray {
  std::string name;
  std::int64_t checked = 0, of = 0;  // scalars
  double worst_error = 0.0;          // relative, of what is checked against a number
};

struct Answer {
  std::vector<CheckedArray> arrays;
  std::string wrong;  // what is wrong, in words; empty: nothing is
};

// After exactly one launch from the starts. Arrays without an expectation must be as they were.
// Small arrays are checked whole, large or costly ones at both ends and at random places.
Answer check_answer(Backend& backend, const KernelCase& c, const Reference& reference);

}  // namespace gpumodel
