// One table row per number of a device: its key in the file, its dimension, where it lives.
//
// Reading, showing, comparing and checking devices walk these tables, so a new number is one
// member in device.hpp and one row here.
#pragma once

#include <span>
#include <string_view>

#include "models/device.hpp"

namespace gpumodel {

template <class D>
struct DeviceField {
  std::string_view key;      // "dram.bandwidth": group and name in the file
  std::string_view summary;  // one line for help, schema and `devices show`
  Dim dim;
  bool required;  // the file must state it, or say that it is unknown
  SourcedValue& (*of)(D&);

  const SourcedValue& value(const D& device) const { return of(const_cast<D&>(device)); }
};

std::span<const DeviceField<Gpu>> gpu_fields();
std::span<const DeviceField<Cpu>> cpu_fields();

}  // namespace gpumodel
