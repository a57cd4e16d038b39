// Element types of arrays: f16 bf16 f32 f64 i8 i16 i32 i64, and short vectors of them (f32x4).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/core/units.hpp"

namespace gpumodel {

struct ElementType {
  std::string_view scalar;  // "f32"; points to static storage
  int scalar_bytes = 0;
  int lanes = 1;  // 1, 2, 3 or 4

  constexpr Bytes size() const { return Bytes{static_cast<double>(scalar_bytes * lanes)}; }
};

// Nothing if `text` names no type.
std::optional<ElementType> parse_element_type(std::string_view text);
std::string to_string(const ElementType& type);

// All scalar names, for messages.
inline constexpr std::string_view scalar_type_names = "f16 bf16 f32 f64 i8 i16 i32 i64";

}  // namespace gpumodel
