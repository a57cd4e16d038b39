// What an `if` asks: comparisons of formulas, joined.
#pragma once

#include <functional>

#include "src/describe/formula/formula.hpp"

namespace gpumodel::describe {

enum class Comparison { equal, different, less, less_equal, greater, greater_equal };
// Whether two numbers of this difference compare so.
bool holds_for(std::int64_t difference, Comparison how);

class Condition {
 public:
  enum class Kind { constant, comparison, all, any };

  static Condition always() { return constant(true); }
  static Condition never() { return constant(false); }
  static Condition constant(bool holds);
  static Condition compare(Formula a, Comparison how, Formula b);
  static Condition all(const Condition& a, const Condition& b);
  static Condition any(const Condition& a, const Condition& b);

  Condition negated() const;
  bool is_always() const { return kind_ == Kind::constant && holds_; }
  bool is_never() const { return kind_ == Kind::constant && !holds_; }
  Kind kind() const { return kind_; }
  const Formula& left() const { return left_; }
  const Formula& right() const { return right_; }
  Comparison how() const { return how_; }
  const std::vector<Condition>& parts() const { return parts_; }

  Condition mapped(const std::function<Formula(const Formula&)>& map) const;
  void each_formula(const std::function<void(const Formula&)>& visit) const;
  // What is at least 0 where the condition holds.
  std::vector<Formula> facts() const;
  std::string text() const;

 private:
  static Condition join(Kind kind, const Condition& a, const Condition& b);
  Kind kind_ = Kind::constant;
  bool holds_ = true;
  Comparison how_ = Comparison::equal;
  Formula left_, right_;
  std::vector<Condition> parts_;
};

}  // namespace gpumodel::describe
