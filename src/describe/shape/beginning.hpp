// Where an array begins: at its pointer, or before that, where a launch passes a pointer into the
// middle of an allocation and the kernel reaches to both sides.
#pragma once

#include "src/describe/formula/largest.hpp"
#include "src/describe/formula/proof.hpp"
#include "src/describe/program/answers.hpp"
#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

// How far accesses reach below a pointer.
class Reach {
 public:
  void add(const Formula& index, const Facts& facts);
  // Rows, over sizes; nothing where no access does, or where nothing bounds it.
  std::optional<Formula> below() const;

 private:
  void add(const Formula& index, const Facts& facts, int truths);

  Largest below_;
  bool open_ = false;
};

struct Beginning {
  Formula before;  // rows between the first element and what the pointer points to
  Formula offset;  // bytes by which the first element is off an aligned address
};

// Nothing where the array begins at its pointer, and that is aligned.
std::optional<Beginning> beginning_of(const Array& array, const Reach& reach,
                                      const Formula& row_bytes, const Answers& answers,
                                      std::vector<std::string>& assumptions);

}  // namespace gpumodel::describe
