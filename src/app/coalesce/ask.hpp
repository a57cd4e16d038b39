// Accesses of one warp, as they are asked about.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/app/coalesce/answer.hpp"

namespace gpumodel {

struct CoalesceAsk {
  // Texts, as messages show them: accesses such as "x[2*i]"; values of their names, "n=1024".
  std::vector<std::string> expressions, definitions;
  std::string element;         // "4", "f64", "f32x4"; empty: the structure
  std::string structure;       // "f32 a, f32 b"; empty: elements are none
  std::string fields, stores;  // members that are read, names that are written: "a,b"
  std::string where;           // only lanes where this holds; empty: all
  WarpPlace place{{256, 1, 1}, {0, 0, 0}, 0};
  std::vector<std::int64_t> shape;  // elements per dimension; empty: one, as many as it takes
  std::int64_t base = 0;            // the address of element 0
  LoadPath path = LoadPath::usual;
  bool shared = false;                    // the arrays lie in shared memory
  std::string shape_text{}, base_text{};  // as they were written, for messages; empty: as they are
  Target target;
};

// What the warp touches, moves and costs. Throws UsageError (choices that do not go together, a
// place that no launch has) and InputError (expressions, structures, names, addresses).
CoalesceAnswer look_at_accesses(const CoalesceAsk& ask);

}  // namespace gpumodel
