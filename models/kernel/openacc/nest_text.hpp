// The texts of the expressions that lowering puts together, and their binding to slots.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "models/kernel/kernel.hpp"

namespace gpumodel {

// a + b, a * b, ... in text, without the terms that change nothing.
std::string plus(const std::string& a, const std::string& b);
std::string times(const std::string& a, const std::string& b);
std::string parentheses(const std::string& text);

// Iterations of a loop: ceil_div(max(end - first, 0), step).
std::string trips(const NestLoop& loop);

// Which slot a name has: parameters, coordinates, and variables as they are added.
class NestNames {
 public:
  explicit NestNames(const Kernel& kernel);
  void add(const std::string& name, std::size_t slot) { slots_[name] = slot; }
  // Slot of variable number `index` of a thread program.
  std::size_t variable_slot(std::size_t index) const { return first_variable_ + index; }
  // Stands where `origin` was written. Throws FormulaError for a text that is too long.
  Formula formula(const std::string& text, const Formula& origin) const;

 private:
  std::map<std::string, std::size_t, std::less<>> slots_;
  std::size_t first_variable_ = 0;
};

}  // namespace gpumodel
