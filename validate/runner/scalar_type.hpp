// From the name of a scalar type to the type.
#pragma once

#include <cstdint>
#include <string_view>

#include "validate/cases/kernel_case.hpp"

namespace gpumodel {

// Calls body with a value of the scalar type that an array holds, and returns what it returns.
// Throws CaseError for types that no kernel of the library has yet (f16, bf16).
template <class Body>
decltype(auto) with_scalar_type(std::string_view scalar, Body body) {
  if (scalar == "f32") return body(float{});
  if (scalar == "f64") return body(double{});
  if (scalar == "i8") return body(std::int8_t{});
  if (scalar == "i16") return body(std::int16_t{});
  if (scalar == "i32") return body(std::int32_t{});
  if (scalar == "i64") return body(std::int64_t{});
  throw CaseError("arrays of " + std::string(scalar) + " are not run");
}

}  // namespace gpumodel
