// What stands in an array, or what a value drawn at run time may be: stated, never guessed.
//
// The same element always has the same value: values are a function of the element's index and a
// fixed seed, so two reads of one element agree, and an analysis gives the same answer twice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/core/expression/expression.hpp"
#include "models/core/formula.hpp"

namespace gpumodel {

struct Contents {
  enum class Kind {
    exact,      // arguments[0], an expression of `index`
    uniform,    // whole numbers from arguments[0] up to, not including, arguments[1]
    banded,     // uniform within arguments[1] of arguments[0]: the band around a diagonal
    histogram,  // arguments hold value, weight, value, weight, ...
    file,       // `values`, by index; repeated from the start where there are fewer
  };
  Kind kind = Kind::exact;
  std::vector<Formula> arguments;
  std::vector<std::int64_t> values;
  Source source;
};

// A number that looks random and depends on nothing but its arguments.
std::uint64_t scramble(std::uint64_t seed, std::uint64_t index);

// Contents with what does not depend on the element computed once. Refers to the Contents.
class PreparedContents {
 public:
  PreparedContents() = default;
  // `constants` are the values of the first slots: parameters and block extents.
  PreparedContents(const Contents& contents, std::span<const Number> constants);

  // The value of element `index`; where it is random, 64 even bits decide: scramble(seed, index).
  // `slots` are the values of the names that the arguments are bound to. Throws FormulaError where
  // an argument has no whole value, a range is empty, or no weight is positive.
  std::int64_t value_at(std::span<const Number> slots, std::uint64_t bits,
                        std::uint64_t index) const;
  // The same of `exact`, `uniform` and `banded` contents whose arguments are at hand.
  std::int64_t value_of(std::span<const std::int64_t> arguments, std::uint64_t bits) const;
  const Contents* stated() const { return contents_; }  // null where nothing is
  // Whether no argument looks at `slots`.
  bool is_constant() const {
    return std::ranges::all_of(known_, [](const auto& value) { return value.has_value(); });
  }

 private:
  template <class Whole>
  std::int64_t drawn(const Whole& whole, std::uint64_t bits) const;
  Number argument(std::size_t i, std::span<const Number> slots) const;
  std::int64_t whole(std::size_t i, std::span<const Number> slots) const;
  std::vector<double> weights(std::span<const Number> slots) const;
  static std::size_t chosen(const std::vector<double>& weights, std::uint64_t part);
  static std::vector<std::uint64_t> ends(const std::vector<double>& weights);
  std::int64_t from_histogram(std::span<const Number> slots, std::uint64_t bits) const;

  const Contents* contents_ = nullptr;
  std::vector<std::optional<Number>> known_;  // by argument
  std::vector<std::uint64_t> ends_;           // of a histogram that hangs on no element
  bool has_ends_ = false;
};

}  // namespace gpumodel
