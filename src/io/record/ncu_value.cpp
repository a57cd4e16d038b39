#include "src/io/record/ncu_value.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "src/io/text/quantity.hpp"

namespace gpumodel {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, is_digit);
}

// The digits of "1,234,567"; nothing where the groups are not those of thousands.
std::optional<std::string> without_separators(std::string_view whole) {
  const std::size_t first = std::min(whole.find(','), whole.size());
  if (!all_digits(whole.substr(0, first)) || first > 3) return std::nullopt;
  std::string digits(whole.substr(0, first));
  for (std::size_t at = first; at < whole.size(); at += 4) {
    const std::string_view group = whole.substr(at + 1, 3);
    if (whole[at] != ',' || group.size() != 3 || !all_digits(group)) return std::nullopt;
    digits += group;
  }
  return digits;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

constexpr auto plain_units = std::to_array<std::string_view>(
    {"byte", "hz", "cycle", "inst", "sector", "request", "wavefront", "warp", "thread", "block"});

bool is_time(std::string_view unit) {
  return unit == "s" || unit == "second";
}

double large_prefix(char c) {
  constexpr std::string_view prefixes = "KMGTPE";
  const std::size_t found = prefixes.find(c);
  return found == std::string_view::npos ? 0.0 : std::pow(1e3, static_cast<double>(found) + 1.0);
}

double small_prefix(char c) {
  return c == 'm' ? 1e-3 : c == 'u' ? 1e-6 : c == 'n' ? 1e-9 : c == 'p' ? 1e-12 : 0.0;
}

// A unit without '/': a factor, times in seconds.
double simple_factor(std::string_view unit) {
  if (unit.size() < 2) return 1.0;
  const std::string_view rest = unit.substr(1);
  if (is_time(rest) && small_prefix(unit[0]) > 0.0) return small_prefix(unit[0]);
  const bool known = std::ranges::find(plain_units, rest) != plain_units.end();
  return known && large_prefix(unit[0]) > 0.0 ? large_prefix(unit[0]) : 1.0;
}

bool is_some_time(std::string_view unit) {
  return is_time(unit) ||
         (unit.size() > 1 && is_time(unit.substr(1)) && small_prefix(unit[0]) > 0.0);
}

// Ends where the parameters or the template arguments begin.
std::string_view without_arguments(std::string_view name) {
  return name.substr(0, std::min(name.find_first_of("<("), name.size()));
}

void remove_all(std::string& text, std::string_view what) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at))
    text.erase(at, what.size());
}

}  // namespace

std::optional<double> ncu_number(std::string_view text) {
  text = trimmed(text);
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const std::size_t end = std::min(text.find_first_of(".eE"), text.size());
  const auto digits = without_separators(text.substr(0, end));
  // A single group may be of any length: "1234567".
  const bool plain = all_digits(text.substr(0, end));
  if (!digits && !plain) return std::nullopt;
  const std::string number =
      (plain ? std::string(text.substr(0, end)) : *digits) + std::string(text.substr(end));
  double value = 0.0;
  const auto parsed = std::from_chars(number.data(), number.data() + number.size(), value);
  if (parsed.ec != std::errc{} || parsed.ptr != number.data() + number.size()) return std::nullopt;
  if (!is_plausible(value)) return std::nullopt;
  return negative ? -value : value;
}

bool ncu_has_no_value(std::string_view text) {
  text = trimmed(text);
  constexpr auto words = std::to_array<std::string_view>(
      {"", "n/a", "N/A", "nan", "-nan", "NaN", "inf", "-inf", "(!) n/a"});
  return std::ranges::find(words, text) != words.end();
}

double ncu_unit_factor(std::string_view unit) {
  unit = trimmed(unit);
  const std::size_t slash = unit.find('/');
  const std::string_view above = unit.substr(0, slash);
  double factor = simple_factor(above) * (is_some_time(above) ? 1e9 : 1.0);
  if (slash != std::string_view::npos) factor /= simple_factor(unit.substr(slash + 1));
  return factor;
}

std::optional<std::array<std::int64_t, 3>> ncu_extent(std::string_view text) {
  std::array<std::int64_t, 3> extent{};
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto skip = [&](std::string_view what) {
    while (at != end && what.find(*at) != std::string_view::npos) ++at;
  };
  for (std::int64_t& size : extent) {
    skip("(, ");
    const auto parsed = std::from_chars(at, end, size);
    if (parsed.ec != std::errc{} || size < 1) return std::nullopt;
    at = parsed.ptr;
  }
  skip(") ");
  return at == end ? std::optional(extent) : std::nullopt;
}

std::string ncu_function_name(std::string_view signature) {
  std::string text(trimmed(signature));
  for (const std::string_view unnamed : {"(anonymous namespace)::", "<unnamed>::", "unnamed>::"})
    remove_all(text, unnamed);
  std::string_view name = trimmed(without_arguments(text));
  name.remove_prefix(std::min(name.find_last_of(' ') + 1, name.size()));
  const std::size_t colons = name.rfind("::");
  if (colons != std::string_view::npos) name.remove_prefix(colons + 2);
  return std::string(name);
}

}  // namespace gpumodel
