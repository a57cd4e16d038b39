// first..end, where the end is not included.
#pragma once

#include <optional>

#include "src/io/text/problems.hpp"

namespace gpumodel {

struct RangeParts {
  Node first, end;
};

// The texts on both sides of the dots; anything else is a fault.
std::optional<RangeParts> split_range(const Node& range, std::string_view key, Problems& problems);

}  // namespace gpumodel
