// Number literals: digits, fraction, exponent, digit separators and size suffixes.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "models/core/expression/expression.hpp"

namespace gpumodel {
namespace {

// Stands for the factor 10^tens * 2^twos.
struct Suffix {
  std::string_view text;
  int tens, twos;
};

// Two-letter suffixes first: the longest match wins.
constexpr std::array<Suffix, 11> suffixes = {{{"Ki", 0, 10},
                                              {"Mi", 0, 20},
                                              {"Gi", 0, 30},
                                              {"Ti", 0, 40},
                                              {"Pi", 0, 50},
                                              {"k", 3, 0},
                                              {"K", 3, 0},
                                              {"M", 6, 0},
                                              {"G", 9, 0},
                                              {"T", 12, 0},
                                              {"P", 15, 0}}};

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Digits with single underscores between them.
std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() &&
         (is_digit(text[at]) || (text[at] == '_' && at > 0 && is_digit(text[at - 1]) &&
                                 at + 1 < text.size() && is_digit(text[at + 1])))) {
    ++at;
  }
  return at;
}

// End of digits, fraction and exponent.
std::size_t mantissa_end(std::string_view text) {
  std::size_t end = skip_digits(text, 0);
  if (end < text.size() && text[end] == '.') end = skip_digits(text, end + 1);
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    std::size_t exponent = end + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    if (exponent < text.size() && is_digit(text[exponent])) end = skip_digits(text, exponent);
  }
  return end;
}

const Suffix* suffix_at(std::string_view rest) {
  for (const Suffix& suffix : suffixes) {
    if (!rest.starts_with(suffix.text)) continue;
    const std::string_view after = rest.substr(suffix.text.size());
    if (after.empty() || !is_word(after.front())) return &suffix;
  }
  return nullptr;
}

// A literal taken apart, so that nothing is rounded before the end: digits * 10^tens * 2^twos.
struct Decimal {
  std::string digits;
  int tens, twos;
};

Decimal decimal_of(std::string_view mantissa, const Suffix& suffix) {
  Decimal decimal{{}, suffix.tens, suffix.twos};
  const std::size_t e = std::min(mantissa.find_first_of("eE"), mantissa.size());
  const std::size_t point = std::min(mantissa.find('.'), e);
  for (std::size_t i = 0; i < e; ++i) {
    if (!is_digit(mantissa[i])) continue;
    decimal.digits += mantissa[i];
    if (i > point) --decimal.tens;
  }
  if (e == mantissa.size()) return decimal;
  std::string text(mantissa.substr(e + 1));
  std::erase(text, '_');
  if (text.front() == '+') text.erase(0, 1);
  int exponent = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (parsed.ec != std::errc{} || std::abs(exponent) > 10000) throw ArithmeticError("out of range");
  decimal.tens += exponent;
  return decimal;
}

// The value where it is a whole number below 2^63, such as 1e18, 0.5Mi or 1.005k.
std::optional<std::int64_t> whole_value(const Decimal& decimal) {
  std::string_view digits = decimal.digits;
  int tens = decimal.tens;
  for (; digits.size() > 1 && digits.back() == '0'; ++tens) digits.remove_suffix(1);
  std::int64_t value = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (parsed.ec != std::errc{}) return std::nullopt;
  if (value == 0) return 0;
  if (__builtin_mul_overflow(value, std::int64_t{1} << decimal.twos, &value)) return std::nullopt;
  for (; tens > 0; --tens) {  // at most 18 rounds before overflow
    if (__builtin_mul_overflow(value, std::int64_t{10}, &value)) return std::nullopt;
  }
  for (; tens < 0; ++tens) {
    if (value % 10 != 0) return std::nullopt;
    value /= 10;
  }
  return value;
}

Number value_of(const Decimal& decimal) {
  if (const auto whole = whole_value(decimal)) return Number::integer(*whole);
  const std::string text = decimal.digits + "e" + std::to_string(decimal.tens);
  double value = 0.0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  value = std::ldexp(value, decimal.twos);
  if (parsed.ec != std::errc{} || !std::isfinite(value)) throw ArithmeticError("out of range");
  return Number::real(value);
}

}  // namespace

NumberLiteral parse_number_literal(std::string_view text) {
  std::size_t end = mantissa_end(text);
  const std::string_view mantissa = text.substr(0, end);
  if (mantissa.find_first_of("0123456789") == std::string_view::npos) return {};
  if (mantissa.size() > 1 && mantissa[0] == '0' && (is_digit(mantissa[1]) || mantissa[1] == '_')) {
    throw ExpressionError{"a number must not start with 0 (octal is not supported)",
                          "write it without the leading zero", 0, end};
  }
  Suffix suffix{};
  if (const Suffix* found = suffix_at(text.substr(end))) {
    suffix = *found;
    end += suffix.text.size();
  } else if (end < text.size() && is_word(text[end])) {
    if (mantissa == "0" && std::string_view("xXob").find(text[end]) != std::string_view::npos) {
      throw ExpressionError{
          "a number must be decimal (0x, 0o and 0b are not supported)", {}, 0, end + 1};
    }
    std::size_t word = end;
    while (word < text.size() && is_word(text[word])) ++word;
    throw ExpressionError{
        "'" + std::string(text.substr(end, word - end)) + "' is not a number suffix",
        "known: k M G T P (decimal), Ki Mi Gi Ti Pi (binary)", end, word - end};
  }
  try {
    return {value_of(decimal_of(mantissa, suffix)), end};
  } catch (const ArithmeticError&) {
    throw ExpressionError{"the number is out of range", "", 0, end};
  }
}

}  // namespace gpumodel
