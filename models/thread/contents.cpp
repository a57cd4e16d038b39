#include "models/thread/contents.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

[[noreturn]] void fail(const Formula& formula, std::string message) {
  throw FormulaError{&formula, {std::move(message), {}, 0, formula.expression.text().size()}};
}

Number number(const Formula& formula, std::span<const Number> slots) {
  try {
    return formula.expression.evaluate(slots);
  } catch (const ExpressionError& error) {
    throw FormulaError{&formula, error};
  }
}

std::int64_t whole(const Formula& formula, std::span<const Number> slots) {
  const Number value = number(formula, slots);
  if (!value.is_integer()) {
    fail(formula, "expected a whole number, this is " + to_string(value));
  }
  return value.integer();
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

std::int64_t from_histogram(const Contents& contents, std::span<const Number> slots,
                            std::uint64_t bits) {
  double total = 0.0;
  for (std::size_t i = 1; i < contents.arguments.size(); i += 2) {
    const double weight = number(contents.arguments[i], slots).real();
    if (weight < 0.0) fail(contents.arguments[i], "a weight must not be negative");
    total += weight;
  }
  if (!(total > 0.0)) fail(contents.arguments.front(), "no value has a weight above 0");
  double left = total * (static_cast<double>(bits >> 11U) * 0x1p-53);
  std::size_t chosen = 0;
  for (std::size_t i = 0; i + 1 < contents.arguments.size(); i += 2) {
    const double weight = number(contents.arguments[i + 1], slots).real();
    if (weight == 0.0) continue;
    chosen = i;
    if (left < weight) break;
    left -= weight;
  }
  return whole(contents.arguments[chosen], slots);
}

}  // namespace

std::uint64_t scramble(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t x = seed + 0x9E3779B97F4A7C15U * (index + 1);  // SplitMix64
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

std::int64_t value_at(const Contents& contents, std::span<const Number> slots, std::uint64_t seed,
                      std::uint64_t index) {
  const std::uint64_t bits = scramble(seed, index);
  switch (contents.kind) {
    case Contents::Kind::exact:
      return whole(contents.arguments[0], slots);
    case Contents::Kind::uniform:
      return between(contents.arguments[0], whole(contents.arguments[0], slots),
                     whole(contents.arguments[1], slots), bits);
    case Contents::Kind::banded: {
      const std::int64_t centre = whole(contents.arguments[0], slots);
      const std::int64_t half = whole(contents.arguments[1], slots);
      if (half < 0 || half > INT64_MAX / 4) fail(contents.arguments[1], "not a width of a band");
      return centre + between(contents.arguments[1], -half, half + 1, bits);
    }
    case Contents::Kind::histogram:
      return from_histogram(contents, slots, bits);
    case Contents::Kind::file:
      return contents.values.empty() ? 0 : contents.values[index % contents.values.size()];
  }
  return 0;
}

}  // namespace gpumodel
