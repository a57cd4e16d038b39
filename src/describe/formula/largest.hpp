// The largest of several formulas over sizes, such as how far an array is used.
#pragma once

#include <optional>
#include <vector>

#include "src/describe/formula/formula.hpp"

namespace gpumodel::describe {

class Largest {
 public:
  void add(const Formula& formula);

  // Nothing where none was added, or where many are left and no bound of them is seen.
  std::optional<Formula> formula() const;
  // Whether what `formula` says is no less than each of them, and may be more.
  bool bounds() const { return kept_.size() > most_named; }

 private:
  static constexpr std::size_t most_named = 8;  // more are for nobody to read

  std::vector<Formula> kept_;  // none is known to be at least another
};

}  // namespace gpumodel::describe
