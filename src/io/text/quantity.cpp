#include "src/io/text/quantity.hpp"

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace gpumodel {
namespace {

// 10^tens * 2^twos. Tens stay apart until the digits are read, so that "2.848 us" is the very
// number that 2.848e-6 is; multiplying by 1e-6 would round a second time.
struct Prefix {
  std::string_view text;
  int tens, twos;
};
constexpr std::array<Prefix, 14> prefixes = {{{"", 0, 0},
                                              {"n", -9, 0},
                                              {"u", -6, 0},
                                              {"m", -3, 0},
                                              {"k", 3, 0},
                                              {"M", 6, 0},
                                              {"G", 9, 0},
                                              {"T", 12, 0},
                                              {"P", 15, 0},
                                              {"Ki", 0, 10},
                                              {"Mi", 0, 20},
                                              {"Gi", 0, 30},
                                              {"Ti", 0, 40},
                                              {"Pi", 0, 50}}};

struct Unit {
  std::string_view text;
  int twos;
  Dim dim;
};
constexpr std::array<Unit, 11> units = {{{"s", 0, {.second = 1}},
                                         {"B", 0, {.byte = 1}},
                                         {"bit", -3, {.byte = 1}},
                                         {"FLOP", 0, {.flop = 1}},
                                         {"flop", 0, {.flop = 1}},
                                         {"Flop", 0, {.flop = 1}},
                                         {"Hz", 0, {.second = -1, .cycle = 1}},
                                         {"cycle", 0, {.cycle = 1}},
                                         {"cycles", 0, {.cycle = 1}},
                                         {"W", 0, {.second = -1, .joule = 1}},
                                         {"T", 0, {}}}};

constexpr std::string_view known_units =
    "known: s, B, bit, FLOP, Hz, cycle, W, T (transfers), with n u m k M G T P or Ki Mi Gi Ti Pi";

struct Factor {
  int tens = 0, twos = 0;
  Dim dim{};
};

std::optional<Factor> prefixed_unit(std::string_view text) {
  for (const Unit& unit : units) {
    if (!text.ends_with(unit.text)) continue;
    const std::string_view front = text.substr(0, text.size() - unit.text.size());
    for (const Prefix& prefix : prefixes) {
      if (prefix.text == front) return Factor{prefix.tens, prefix.twos + unit.twos, unit.dim};
    }
  }
  for (const Prefix& prefix : prefixes) {  // "64Ki" of something without a dimension
    if (!prefix.text.empty() && prefix.text == text) return Factor{prefix.tens, prefix.twos, {}};
  }
  return std::nullopt;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

Factor unit_at(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view name = text.substr(begin, end - begin);
  const std::optional<Factor> factor = prefixed_unit(name);
  if (!factor) {
    throw ExpressionError{"unknown unit '" + std::string(name) + "'", std::string(known_units),
                          begin, std::max<std::size_t>(1, name.size())};
  }
  return *factor;
}

Factor unit_factor(std::string_view text, std::size_t begin) {
  const std::size_t slash = text.find('/', begin);
  std::size_t end = std::min(slash, text.size());
  while (end > begin && is_blank(text[end - 1])) --end;
  Factor factor;
  if (end > begin) factor = unit_at(text, begin, end);
  if (slash == std::string_view::npos) return factor;
  const std::size_t below = skip_space(text, slash + 1);
  const Factor divisor = unit_at(text, below, text.size());
  return {factor.tens - divisor.tens, factor.twos - divisor.twos, factor.dim - divisor.dim};
}

struct Mantissa {
  bool negative;
  std::string digits;  // "1.5e3"
  std::size_t end;
};

// The number times 10^tens; nothing where a double cannot hold it.
std::optional<double> times_tens(const std::string& digits, int tens) {
  const std::size_t e = std::min(digits.find_first_of("eE"), digits.size());
  if (e < digits.size()) {
    const std::size_t sign = digits[e + 1] == '+' ? 2 : 1;
    int exponent = 0;
    const char* end = digits.data() + digits.size();
    if (std::from_chars(digits.data() + e + sign, end, exponent).ec != std::errc{}) return {};
    if (std::abs(exponent) > 1000) return {};
    tens += exponent;
  }
  const std::string text = digits.substr(0, e) + "e" + std::to_string(tens);
  double value = 0.0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return {};
  return value;
}

Mantissa mantissa_of(std::string_view text, std::size_t begin) {
  std::size_t at = begin;
  const bool negative = at < text.size() && text[at] == '-';
  if (negative || (at < text.size() && text[at] == '+')) ++at;
  const auto is_digit = [&](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  if (!is_digit(at) && !(at < text.size() && text[at] == '.' && is_digit(at + 1))) {
    throw ExpressionError{
        "expected a number", {}, begin, std::max<std::size_t>(1, text.size() - begin)};
  }
  if (text[at] == '0' && is_digit(at + 1)) {
    throw ExpressionError{"a number must not start with 0 (octal is not supported)",
                          "write it without the leading zero", at, 1};
  }
  if (text[at] == '0' && text.substr(at + 1).find_first_of("xXo") == 0) {
    throw ExpressionError{"a number must be decimal (0x and 0o are not supported)", {}, at, 2};
  }
  // 1_000 reads as 1000, as in expressions.
  const auto is_separator = [&](std::size_t i) {
    return text[i] == '_' && is_digit(i - 1) && is_digit(i + 1);
  };
  std::string digits;
  for (std::size_t i = at; i < text.size(); ++i) {
    if (!is_separator(i)) digits += text[i];
  }
  double value = 0.0;
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || !std::isfinite(value)) {
    throw ExpressionError{"the number is out of range", {}, at, text.size() - at};
  }
  std::size_t end = at;
  for (std::ptrdiff_t left = stop - digits.data(); left > 0; ++end) {
    if (!is_separator(end)) --left;
  }
  return {negative, digits.substr(0, static_cast<std::size_t>(stop - digits.data())), end};
}

}  // namespace

bool is_plausible(double si) {
  constexpr double smallest = 1e-15, largest = 1e30;
  const double size = std::abs(si);
  return size == 0.0 || (size >= smallest && size <= largest);
}

ParsedQuantity parse_quantity(std::string_view text) {
  std::size_t size = text.size();
  while (size > 0 && is_blank(text[size - 1])) --size;
  text = text.substr(0, size);
  const Mantissa mantissa = mantissa_of(text, skip_space(text, 0));
  const Factor factor = unit_factor(text, skip_space(text, mantissa.end));
  const auto scaled = times_tens(mantissa.digits, factor.tens);
  const double si = scaled ? std::ldexp(*scaled, factor.twos) : HUGE_VAL;
  if (!std::isfinite(si)) throw ExpressionError{"the number is out of range", {}, 0, text.size()};
  return {mantissa.negative ? -si : si, factor.dim};
}

std::string describe(Dim dim) {
  struct Row {
    Dim dim;
    const char* text;
  };
  static constexpr std::array<Row, 11> rows = {{
      {{}, "a number without a unit (for example 80)"},
      {{.second = 1}, "a time (for example 2 us)"},
      {{.byte = 1}, "a size (for example 16 GB or 6 MiB)"},
      {{.cycle = 1}, "clock cycles (for example 28 cycle)"},
      {{.second = -1, .cycle = 1}, "a clock rate (for example 1530 MHz)"},
      {{.second = -1}, "transfers per second (for example 1.754 GT/s)"},
      {{.second = -1, .byte = 1}, "bytes per second (for example 840 GB/s)"},
      {{.second = -1, .flop = 1}, "flop per second (for example 7.8 TFLOP/s)"},
      {{.flop = 1}, "flop (for example 2 FLOP)"},
      {{.byte = 1, .cycle = -1}, "bytes per cycle (for example 128 B/cycle)"},
      {{.second = -1, .joule = 1}, "a power (for example 300 W)"},
  }};
  for (const Row& row : rows) {
    if (row.dim == dim) return row.text;
  }
  return "a value of another unit";
}

}  // namespace gpumodel
