// The kinds of things that a thread program is made of, as far as equations of time tell them
// apart: "fp64 div", "loads of 4 B in shared memory", "loops in loops". What else differs,
// sizes and strides, is a matter of amounts.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/kernel/kernel.hpp"

namespace gpumodel {

enum class KernelPartKind : std::uint8_t {
  operation,
  access,
  spill,
  draw,
  barrier,
  loop,
  chance,  // a branch with a probability
  counts,  // no thread program: numbers of operations and words
};

struct KernelPart {
  KernelPartKind kind{};
  Access::Op op{};
  std::string_view group{}, name{};  // of an operation; of an atomic one the scalar
  MemorySpace space = MemorySpace::global;
  int number = 0;  // bytes of a lane; of a loop 1 where it is in another

  auto operator<=>(const KernelPart&) const = default;
};
std::string to_string(const KernelPart& part);

struct PlacedPart {
  KernelPart part;
  const Source* place = nullptr;  // where it is written first; null where nothing says so
};
// Each once, in the order they are written. Refers to the program.
std::vector<PlacedPart> parts_of(const Kernel& kernel);

}  // namespace gpumodel
