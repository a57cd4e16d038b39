// Comparing numbers that a program left with those it should have left: all of a few, of many both
// ends and random places between.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "validate/cases/kernel_case.hpp"

namespace gpumodel {

// Places among `count`.
inline std::vector<std::int64_t> sampled_places(std::int64_t count) {
  constexpr std::int64_t all_of = 16384, each_end = 1024, between = 4096;
  std::vector<std::int64_t> places;
  if (count <= all_of) {
    for (std::int64_t i = 0; i < count; ++i) places.push_back(i);
    return places;
  }
  for (std::int64_t i = 0; i < each_end; ++i) {
    places.push_back(i);
    places.push_back(count - 1 - i);
  }
  for (std::uint64_t i = 0; i < between; ++i) {
    places.push_back(
        static_cast<std::int64_t>(scrambled(1, i) % static_cast<std::uint64_t>(count)));
  }
  return places;
}

// In words; empty where |actual - expected| <= tolerance * |expected| everywhere. NaN is wrong.
template <class T, class Expected>
std::string first_wrong(const T* actual, std::int64_t count, double tolerance, Expected expected) {
  for (const std::int64_t i : sampled_places(count)) {
    const auto is = static_cast<double>(actual[i]);
    const auto wanted = static_cast<double>(expected(i));
    if (std::abs(is - wanted) <= tolerance * std::abs(wanted)) continue;
    return "number " + std::to_string(i) + " is " + std::to_string(is) + ", not " +
           std::to_string(wanted);
  }
  return {};
}

}  // namespace gpumodel
