#include "src/io/text/unit_names.hpp"

namespace gpumodel {

std::string base_unit(Dim dim) {
  if (dim == Seconds::dim) return "s";
  if (dim == Bytes::dim) return "B";
  if (dim == Flop::dim) return "FLOP";
  if (dim == Cycles::dim) return "cycle";
  if (dim == Hertz::dim) return "Hz";
  if (dim == PerSecond::dim) return "T/s";
  if (dim == BytesPerSecond::dim) return "B/s";
  if (dim == FlopPerSecond::dim) return "FLOP/s";
  if (dim == BytesPerCycle::dim) return "B/cycle";
  if (dim == FlopPerCycle::dim) return "FLOP/cycle";
  if (dim == FlopPerByte::dim) return "FLOP/B";
  if (dim == Joules::dim) return "J";
  if (dim == Watts::dim) return "W";
  if (dim == PerCycle::dim) return "1/cycle";
  return "";
}

}  // namespace gpumodel
