// Names of units and their prefixes, as all numbers of reports and files are written.
#pragma once

#include <array>
#include <string>

#include "models/core/units.hpp"

namespace gpumodel {

struct Prefix {
  const char* text;
  double factor;
};
inline constexpr std::array<Prefix, 9> decimal_prefixes = {{{"P", 1e15},
                                                            {"T", 1e12},
                                                            {"G", 1e9},
                                                            {"M", 1e6},
                                                            {"k", 1e3},
                                                            {"", 1.0},
                                                            {"m", 1e-3},
                                                            {"u", 1e-6},
                                                            {"n", 1e-9}}};

// Without a prefix; empty for a bare number.
std::string base_unit(Dim dim);

}  // namespace gpumodel
