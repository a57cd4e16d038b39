// Several inputs are read before any fault is reported, so that one run shows the faults of all.
#pragma once

#include <iterator>
#include <utility>
#include <vector>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

class AllFaults {
 public:
  // What `read` throws as InputError is kept.
  template <class Read>
  void attempt(Read read) {
    try {
      read();
    } catch (InputError& error) {
      found_.insert(found_.end(), std::make_move_iterator(error.found.begin()),
                    std::make_move_iterator(error.found.end()));
    }
  }
  void throw_if_any() {
    if (!found_.empty()) throw InputError{std::move(found_)};
  }

 private:
  std::vector<Diagnostic> found_;
};

}  // namespace gpumodel
