// Where a key stands in a file of ours, or would stand.
#pragma once

#include <string_view>

#include "src/io/text/yaml_tree.hpp"

namespace gpumodel {

// The node of a key such as dram.copy_bandwidth; where it is missing, that of the innermost mapping
// it belongs to, or the first key of the file. Throws InputError as parse_yaml() does.
Node key_place(const TextFile& file, std::string_view key);

}  // namespace gpumodel
