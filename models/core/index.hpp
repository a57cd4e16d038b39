// Numbers of devices, tasks and steps are signed (-1 is none); those of elements are not.
#pragma once

#include <concepts>
#include <cstddef>

namespace gpumodel {

constexpr std::size_t index(std::integral auto i) {
  return static_cast<std::size_t>(i);
}

}  // namespace gpumodel
