// Makes the rows of device_fields.hpp from members: the dimension is that of the member's type.
#pragma once

#include <utility>

#include "models/hardware/device_fields.hpp"

namespace gpumodel {

enum Presence : bool { optional = false, required = true };

// Members: the path from the device to the number, &Gpu::machine, &MachineParameters::launch, ...
template <class D, auto... Members>
constexpr DeviceField<D> number_row(std::string_view key, Presence presence,
                                    std::string_view summary) {
  using Value = std::remove_reference_t<decltype((std::declval<D&>().*....*Members))>;
  return {key,
          summary,
          Value::quantity::dim,
          presence == required,
          sizeof...(Members) > 1,
          [](D& device) -> SourcedValue& { return (device.*....*Members); }};
}

template <class D, auto... Members>
constexpr CurveField<D> curve_row(std::string_view key, std::string_view summary) {
  using Value = std::remove_reference_t<decltype((std::declval<D&>().*....*Members))>;
  return {key, summary, Value::x_quantity::dim, Value::y_quantity::dim,
          [](D& device) -> SourcedCurve& { return (device.*....*Members); }};
}

}  // namespace gpumodel
