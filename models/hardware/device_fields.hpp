// One table row per number and per curve of a device: its key in the file, its dimension, where it
// lives.
//
// Reading, writing, showing, comparing and checking devices walk these tables, so a new number is
// one member in device.hpp or machine_parameters.hpp and one row.
#pragma once

#include <span>
#include <string_view>
#include <type_traits>

#include "models/hardware/device.hpp"

namespace gpumodel {

template <class D>
struct DeviceField {
  std::string_view key;      // "dram.bandwidth": group and name in the file
  std::string_view summary;  // one line for help, schema and `devices show`
  Dim dim;
  bool required;  // the file must state it, or say that it is unknown
  bool detail;    // only the detailed time model needs it
  SourcedValue& (*of)(D&);

  const SourcedValue& value(const D& device) const { return of(const_cast<D&>(device)); }
};

// Curves are optional.
template <class D>
struct CurveField {
  std::string_view key;
  std::string_view summary;
  Dim x, y;
  SourcedCurve& (*of)(D&);

  const SourcedCurve& value(const D& device) const { return of(const_cast<D&>(device)); }
};

std::span<const DeviceField<Gpu>> gpu_fields();
std::span<const DeviceField<Cpu>> cpu_fields();
std::span<const CurveField<Gpu>> gpu_curves();
std::span<const CurveField<Cpu>> cpu_curves();

template <class D>
auto fields_of() {
  if constexpr (std::is_same_v<D, Gpu>) {
    return gpu_fields();
  } else {
    return cpu_fields();
  }
}
template <class D>
auto curves_of() {
  if constexpr (std::is_same_v<D, Gpu>) {
    return gpu_curves();
  } else {
    return cpu_curves();
  }
}

}  // namespace gpumodel
