// Number literals: digits, fraction, exponent, digit separators and size suffixes.
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include "models/expression/expression.hpp"

namespace gpumodel {
namespace {

struct Suffix {
  std::string_view text;
  double factor;
};

// Two-letter suffixes first: the longest match wins.
constexpr std::array<Suffix, 11> suffixes = {{{"Ki", 0x1p10}, {"Mi", 0x1p20}, {"Gi", 0x1p30},
                                              {"Ti", 0x1p40}, {"Pi", 0x1p50}, {"k", 1e3},
                                              {"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12},
                                              {"P", 1e15}}};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

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

// Exact where the literal is a whole number below 2^63, e.g. 1e6, 0.5Mi or 9007199254740993.
Number exact_value(const std::string& digits, double factor) {
  std::int64_t whole = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), whole);
  if (error == std::errc{} && end == digits.data() + digits.size()) {
    return multiply(Number::integer(whole), Number::integer(static_cast<std::int64_t>(factor)));
  }
  double value = 0.0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (parsed.ec != std::errc{}) throw ArithmeticError("the number is out of range");
  value *= factor;
  if (std::abs(value) < 0x1p53 && value == std::floor(value)) {
    return Number::integer(static_cast<std::int64_t>(value));
  }
  if (!std::isfinite(value)) throw ArithmeticError("the number is out of range");
  return Number::real(value);
}

}  // namespace

NumberLiteral parse_number_literal(std::string_view text) {
  std::size_t end = mantissa_end(text);
  std::string digits(text.substr(0, end));
  std::erase(digits, '_');
  if (digits.size() > 1 && digits[0] == '0' && is_digit(digits[1])) {
    throw ExpressionError{"a number must not start with 0 (octal is not supported)",
                          "write it without the leading zero", 0, end};
  }
  double factor = 1.0;
  if (const Suffix* suffix = suffix_at(text.substr(end))) {
    factor = suffix->factor;
    end += suffix->text.size();
  } else if (end < text.size() && is_word(text[end])) {
    std::size_t word = end;
    while (word < text.size() && is_word(text[word])) ++word;
    throw ExpressionError{"'" + std::string(text.substr(end, word - end)) +
                              "' is not a number suffix",
                          "known: k M G T P (decimal), Ki Mi Gi Ti Pi (binary)", end, word - end};
  }
  try {
    return {exact_value(digits, factor), end};
  } catch (const ArithmeticError&) {
    throw ExpressionError{"the number is out of range", "", 0, end};
  }
}

}  // namespace gpumodel
