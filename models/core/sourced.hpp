// A value that remembers where it came from.
//
// Every number of a device carries its provenance, the place it was written (file and line) and a
// factor of uncertainty: the true value lies in [value / factor, value * factor]. A value that is
// not known is never zero; asking for it throws UnknownInput, and the prediction is refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/core/units.hpp"

namespace gpumodel {

enum class Provenance { measured, datasheet, derived, assumed, unknown };

constexpr std::string_view to_string(Provenance from) {
  switch (from) {
    case Provenance::measured:
      return "measured";
    case Provenance::datasheet:
      return "datasheet";
    case Provenance::derived:
      return "derived";
    case Provenance::assumed:
      return "assumed";
    case Provenance::unknown:
      return "unknown";
  }
  return "unknown";
}

// Where a number was written, and how far it can be trusted.
struct Source {
  Provenance from = Provenance::unknown;
  std::string key{};   // "dram.bandwidth"
  std::string file{};  // as shown to the user; empty where no file holds it
  int line = 0;        // 1-based; 0 where no file holds it
  std::string note{};  // the document, program or formula it was taken from
  double factor = 1.0;
};

// Thrown when a model needs a value nobody has stated.
struct UnknownInput {
  std::string key;
};

// The untyped half of Sourced, so that tables of fields can walk a device.
struct SourcedValue {
  double si = 0.0;
  Source source{};
  bool is_known() const { return source.from != Provenance::unknown; }
};

template <class Q>
struct Sourced : SourcedValue {
  using quantity = Q;

  Q known() const {
    if (!is_known()) throw UnknownInput{source.key};
    return Q{si};
  }
};

}  // namespace gpumodel
