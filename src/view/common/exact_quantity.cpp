#include "src/view/common/exact_quantity.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "src/io/text/unit_names.hpp"

namespace gpumodel {
namespace {

constexpr std::array<Prefix, 3> binary = {{{"Gi", 0x1p30}, {"Mi", 0x1p20}, {"Ki", 0x1p10}}};

// Sizes that are whole numbers of KiB or more.
const Prefix* binary_prefix(double si, Dim dim) {
  if (dim != Bytes::dim) return nullptr;
  for (const Prefix& prefix : binary) {
    if (si >= prefix.factor && std::fmod(si, prefix.factor) == 0.0) return &prefix;
  }
  return nullptr;
}

// Counts, what is counted per cycle and small sizes are written without a prefix.
Prefix decimal_prefix(double si, Dim dim) {
  constexpr Prefix none = {"", 1.0};
  if (dim == Dim{} || dim == Cycles::dim || dim == BytesPerCycle::dim) return none;
  if (dim == Bytes::dim && si == std::floor(si) && si < 1e12) return none;
  for (const Prefix& prefix : decimal_prefixes) {
    if (si >= prefix.factor && (prefix.factor >= 1.0 || dim == Seconds::dim)) return prefix;
  }
  return dim == Seconds::dim ? decimal_prefixes.back() : none;
}

std::size_t size_of(int count) {
  return static_cast<std::size_t>(count);
}

// The shortest digits that read back as `value`, with their point moved to the left by `tens`.
// Nothing is rounded: readers put digits and prefix together before they round (quantity.cpp). With
// an exponent only where there would be many zeros.
std::string moved(double value, int tens) {
  std::array<char, 32> buffer{};
  const auto written =
      std::to_chars(buffer.begin(), buffer.end(), value, std::chars_format::scientific);
  const std::string text(buffer.begin(), written.ptr);  // "2.848e-06"
  const std::size_t e = text.find('e');
  std::string digits = text.substr(0, e);
  if (digits.size() > 1) digits.erase(1, 1);
  const int whole = std::stoi(text.substr(e + 1)) - tens + 1;  // digits before the point
  const int count = static_cast<int>(digits.size());
  if (whole > 18 || whole < -5) {
    if (count > 1) digits.insert(1, ".");
    return digits + "e" + std::to_string(whole - 1);
  }
  if (whole <= 0) return "0." + std::string(size_of(-whole), '0') + digits;
  if (whole >= count) return digits + std::string(size_of(whole - count), '0');
  return digits.insert(size_of(whole), ".");
}

}  // namespace

std::string exact_quantity(double si, Dim dim) {
  std::string unit = base_unit(dim);
  std::string digits;
  if (const Prefix* prefix = binary_prefix(si, dim)) {
    digits = moved(si / prefix->factor, 0);  // exact
    unit = prefix->text + unit;
  } else {
    const Prefix decimal = decimal_prefix(si, dim);
    digits = si == 0.0 ? "0" : moved(si, static_cast<int>(std::lround(std::log10(decimal.factor))));
    unit = decimal.text + unit;
  }
  return digits + (unit.empty() ? "" : " " + unit);
}

}  // namespace gpumodel
