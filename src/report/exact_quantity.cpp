#include "src/report/exact_quantity.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "src/report/unit_names.hpp"

namespace gpumodel {
namespace {

constexpr std::array<Prefix, 3> binary = {{{"Gi", 0x1p30}, {"Mi", 0x1p20}, {"Ki", 0x1p10}}};

// Counts and what is counted per cycle are written without a prefix.
Prefix prefix_of(double si, Dim dim) {
  if (dim == Dim{} || dim == Cycles::dim || dim == BytesPerCycle::dim) return {"", 1.0};
  if (dim == Bytes::dim) {
    for (const Prefix& prefix : binary) {
      if (si >= prefix.factor && std::fmod(si, prefix.factor) == 0.0) return prefix;
    }
    if (si == std::floor(si) && si < 1e12) return {"", 1.0};
  }
  for (const Prefix& prefix : decimal_prefixes) {
    if (si >= prefix.factor && (prefix.factor >= 1.0 || dim == Seconds::dim)) return prefix;
  }
  return dim == Seconds::dim ? decimal_prefixes.back() : Prefix{"", 1.0};
}

// The shortest digits that give the number back, if any do: multiplying by the prefix rounds.
std::optional<std::string> digits(double si, double factor) {
  for (int precision = 4; precision <= 17; ++precision) {
    const std::string text = fmt::format("{:.{}g}", si / factor, precision);
    if (std::stod(text) * factor == si) return text;
  }
  return std::nullopt;
}

}  // namespace

// Another prefix, or none, is taken where it saves digits: multiplying rounds.
std::string exact_quantity(double si, Dim dim) {
  const std::string unit = base_unit(dim);
  const Prefix natural = prefix_of(si, dim);
  const auto in_prefix = [&](const Prefix& prefix) {
    const std::string name = prefix.text + unit;
    return digits(si, prefix.factor).value_or(std::string(40, ' ')) +
           (name.empty() ? "" : " " + name);
  };
  std::string shortest = in_prefix(natural);
  for (const Prefix& prefix : decimal_prefixes) {
    if (prefix.factor < 1.0 || (prefix.factor > 1.0 && prefix.factor >= natural.factor)) continue;
    if (std::string text = in_prefix(prefix); text.size() + 2 < shortest.size()) shortest = text;
  }
  return shortest;
}

}  // namespace gpumodel
