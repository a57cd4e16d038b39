#include "models/kernel/thread/contents.hpp"

#include <algorithm>

#include "models/core/mixed.hpp"

namespace gpumodel {
namespace {

Number number(const Formula& formula, std::span<const Number> slots) {
  try {
    return formula.expression.evaluate(slots);
  } catch (const ExpressionError& error) {
    throw FormulaError{&formula, error};
  }
}

// A whole number from 0 up to, not including, `range`.
std::int64_t below(std::uint64_t bits, std::int64_t range) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::int64_t>((Wide{bits} * static_cast<std::uint64_t>(range)) >> 64U);
}

std::int64_t between(const Formula& at, std::int64_t first, std::int64_t end, std::uint64_t bits) {
  std::int64_t range = 0;
  if (first >= end || __builtin_sub_overflow(end, first, &range)) {
    fail(at, "the range is empty: from " + std::to_string(first) + " up to " + std::to_string(end));
  }
  return first + below(bits, range);
}

}  // namespace

std::uint64_t scramble(std::uint64_t seed, std::uint64_t index) {
  return mixed(seed + 0x9E3779B97F4A7C15U * (index + 1));  // SplitMix64
}

PreparedContents::PreparedContents(const Contents& contents, std::span<const Number> constants)
    : contents_(&contents) {
  for (const Formula& argument : contents.arguments) {
    bool constant = true;
    for (const Expression::Name& name : argument.expression.names()) {
      constant = constant && static_cast<std::size_t>(name.slot) < constants.size();
    }
    known_.push_back(constant ? std::optional(number(argument, constants)) : std::nullopt);
  }
  if (contents.kind != Contents::Kind::histogram || !is_constant()) return;
  try {
    ends_ = ends(weights({}));
    has_ends_ = true;
  } catch (const FormulaError&) {  // which is said where a value is wanted
  }
}

Number PreparedContents::argument(std::size_t i, std::span<const Number> slots) const {
  return known_[i] ? *known_[i] : number(contents_->arguments[i], slots);
}

std::int64_t PreparedContents::whole(std::size_t i, std::span<const Number> slots) const {
  const Number value = argument(i, slots);
  if (!value.is_integer()) {
    fail(contents_->arguments[i], "expected a whole number, this is " + to_string(value));
  }
  return value.integer();
}

// And, as the last, their sum.
std::vector<double> PreparedContents::weights(std::span<const Number> slots) const {
  const std::vector<Formula>& arguments = contents_->arguments;
  std::vector<double> all;
  double total = 0.0;
  for (std::size_t i = 1; i < arguments.size(); i += 2) {
    const double weight = argument(i, slots).real();
    if (weight < 0.0) fail(arguments[i], "a weight must not be negative");
    all.push_back(weight);
    total += weight;
  }
  if (!(total > 0.0)) fail(arguments.front(), "no value has a weight above 0");
  all.push_back(total);
  return all;
}

// Which value so many of 2^53 even bits choose.
std::size_t PreparedContents::chosen(const std::vector<double>& weights, std::uint64_t part) {
  double left = weights.back() * (static_cast<double>(part) * 0x1p-53);
  std::size_t chosen = 0;
  for (std::size_t i = 0; i + 1 < weights.size(); ++i) {
    if (weights[i] == 0.0) continue;
    chosen = i;
    if (left < weights[i]) break;
    left -= weights[i];
  }
  return chosen;
}

// By value: the bits up to which it, or one before it, is chosen. What is chosen never goes back as
// bits grow.
std::vector<std::uint64_t> PreparedContents::ends(const std::vector<double>& weights) {
  constexpr std::uint64_t all = std::uint64_t{1} << 53U;
  std::vector<std::uint64_t> result;
  for (std::size_t i = 0; i + 2 < weights.size(); ++i) {
    std::uint64_t low = result.empty() ? 0 : result.back(), high = all;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      if (chosen(weights, middle) <= i) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    result.push_back(low);
  }
  return result;
}

std::int64_t PreparedContents::from_histogram(std::span<const Number> slots,
                                              std::uint64_t bits) const {
  const std::uint64_t part = bits >> 11U;
  if (!has_ends_) return whole(2 * chosen(weights(slots), part), slots);
  const auto before = [&](std::uint64_t end) { return end <= part; };
  return whole(2 * static_cast<std::size_t>(std::ranges::count_if(ends_, before)), slots);
}

// `whole`: the value of an argument by its number.
template <class Whole>
std::int64_t PreparedContents::drawn(const Whole& whole, std::uint64_t bits) const {
  const std::vector<Formula>& arguments = contents_->arguments;
  if (contents_->kind == Contents::Kind::exact) return whole(0);
  if (contents_->kind == Contents::Kind::uniform) {
    return between(arguments[0], whole(0), whole(1), bits);
  }
  const std::int64_t half = whole(1);
  if (half < 0 || half > INT64_MAX / 4) fail(arguments[1], "not a width of a band");
  return whole(0) + between(arguments[1], -half, half + 1, bits);
}

std::int64_t PreparedContents::value_of(std::span<const std::int64_t> arguments,
                                        std::uint64_t bits) const {
  return drawn([&](std::size_t i) { return arguments[i]; }, bits);
}

std::int64_t PreparedContents::value_at(std::span<const Number> slots, std::uint64_t bits,
                                        std::uint64_t index) const {
  switch (contents_->kind) {
    case Contents::Kind::exact:
    case Contents::Kind::uniform:
    case Contents::Kind::banded:
      return drawn([&](std::size_t i) { return whole(i, slots); }, bits);
    case Contents::Kind::histogram:
      return from_histogram(slots, bits);
    case Contents::Kind::file: {
      const std::vector<std::int64_t>& values = contents_->values;
      return values.empty() ? 0 : values[index % values.size()];
    }
  }
  return 0;
}

}  // namespace gpumodel
