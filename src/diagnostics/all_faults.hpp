// Several inputs are read before any fault is reported, so that one run shows the faults of all.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

// What `read` throws as InputError, if it does.
template <class Read>
std::vector<Diagnostic> faults_of(Read read) {
  try {
    read();
  } catch (InputError& error) {
    return std::move(error.found);
  }
  return {};
}

class AllFaults {
 public:
  // What `read` throws as InputError is kept.
  template <class Read>
  void attempt(Read read) {
    std::ranges::move(faults_of(std::move(read)), std::back_inserter(found_));
  }
  void throw_if_any() {
    if (!found_.empty()) throw InputError{std::move(found_)};
  }

 private:
  std::vector<Diagnostic> found_;
};

}  // namespace gpumodel
