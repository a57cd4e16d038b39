// Files of whole numbers: what stands in an array, taken from real data.
#pragma once

#include <cstdint>
#include <vector>

#include "src/io/text/problems.hpp"

namespace gpumodel {

// The numbers of the file that the text of `path` names, relative to the folder of the file that
// names it. They stand between spaces, commas or line ends; '#' starts a comment. Empty (with a
// fault at `path`) where the file cannot be used.
std::vector<std::int64_t> read_numbers(const Node& path, Problems& problems);

}  // namespace gpumodel
