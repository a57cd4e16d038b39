// Numbers scattered: what looks like chance, and is the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpumodel {

// Each bit of the result hangs on all of `value`: what SplitMix64 ends with (Steele, Lea, Flood,
// "Fast splittable pseudorandom number generators", OOPSLA 2014).
constexpr std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27U)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31U);
}

// Where a number is looked for first in a table of `size` places, a power of two. Numbers in a row
// are spread more evenly than by chance, at the cost of one product.
constexpr std::size_t place_in_table(std::int64_t number, std::size_t size) {
  const std::uint64_t x = static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15U;
  return static_cast<std::size_t>(x ^ (x >> 29U)) & (size - 1);
}

}  // namespace gpumodel
