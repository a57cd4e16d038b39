// Structures as C lays them out.
//
//   f32 a, f32 b, f32 c          12 bytes: offsets 0, 4, 8
//   i8 flag, f64 value           16 bytes: offsets 0, 8 (7 bytes of padding before value)
//   f32x4 position, f32 mass[2]  32 bytes: offsets 0, 16, 20, and 4 bytes of padding at the end
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/core/element_type.hpp"

namespace gpumodel {

struct StructMember {
  std::string name;
  ElementType type;
  std::int64_t count = 1;  // elements of an array member
  std::int64_t offset = 0;
  std::size_t column = 0;  // byte offset into the text

  int element_bytes() const { return type.scalar_bytes * type.lanes; }
};

struct StructLayout {
  std::vector<StructMember> members;
  std::int64_t size = 0;
  std::int64_t alignment = 1;

  const StructMember* find(std::string_view name) const;
  std::vector<std::string> member_names() const;
  std::int64_t padding() const;  // bytes of `size` that belong to no member
};

// Alignment of CUDA's vector types: their size up to 16 B for 2 and 4 lanes, that of a scalar
// for 3.
int alignment_of(const ElementType& type);

// Members separated by commas or semicolons. Each starts at the next multiple of its alignment; the
// size is a multiple of the largest. Throws ExpressionError: unknown type, bad or repeated name,
// array extent that is no whole number from 1 to 4096, more than 64 members, nothing at all.
StructLayout parse_struct(std::string_view text);

}  // namespace gpumodel
