// Numbers with units as people write them: "840 GB/s", "1.4 GHz", "2 us", "4096 bit", "80".
//
// Decimal prefixes n u m k M G T P, binary prefixes Ki Mi Gi Ti Pi; units s, B, bit, FLOP (flop),
// Hz, cycle, T (transfers, counted without a dimension), and one of them per another ("GB/s").
#pragma once

#include <string>
#include <string_view>

#include "models/core/expression/expression.hpp"
#include "models/core/units.hpp"

namespace gpumodel {

struct ParsedQuantity {
  double si = 0.0;
  Dim dim{};
};

// Throws ExpressionError with byte columns into `text`.
ParsedQuantity parse_quantity(std::string_view text);

// Nothing in SI units lies outside: 0, or from 1e-15 to 1e30 in size. Then no product or quotient
// of a few such numbers leaves the range of a double.
bool is_plausible(double si);

// "bytes per second (for example 840 GB/s)": what a value of this dimension looks like.
std::string describe(Dim dim);

}  // namespace gpumodel
