// The headers that stand for CUDA's, part of the program.
#pragma once

#include <span>
#include <string_view>

namespace gpumodel {

struct PreludeHeader {
  std::string_view stem;
  std::string_view text;
};
std::span<const PreludeHeader> prelude_headers();

}  // namespace gpumodel
