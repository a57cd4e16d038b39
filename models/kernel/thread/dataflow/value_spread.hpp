// For which threads a value of a thread program is the same, as its names tell: what depends on the
// thread's place differs from thread to thread, on the warp's from warp to warp.
#pragma once

#include <vector>

#include "models/kernel/kernel.hpp"

namespace gpumodel {

enum class Spread : std::uint8_t { block, warp, thread };  // the same in all of it

class ValueSpread {
 public:
  explicit ValueSpread(const Kernel& kernel);

  void define(std::size_t slot, Spread spread) { spread_[slot] = spread; }
  void define(std::size_t slot, const Formula& value) { define(slot, of(value)); }
  // A value that is read: as its place.
  void define(std::size_t slot, const Access& read);
  // Of the rounds too.
  Spread define_loop(const Loop& loop);

  Spread of(const Formula& formula) const { return of(formula.expression); }
  // Whether only parameters and block extents occur.
  bool of_parameters(const Formula& formula) const;
  // Whether any index, condition, range or other formula of the program uses the variable.
  bool is_used(std::size_t slot) const { return used_[slot]; }

 private:
  Spread of(const Expression& expression) const;
  void use(const Expression& expression);
  void find_uses(const Body& body);

  std::size_t constants_;
  std::vector<Spread> spread_;
  std::vector<bool> used_;
};

}  // namespace gpumodel
