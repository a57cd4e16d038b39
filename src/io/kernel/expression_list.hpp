// Lists of expressions, as people write them in YAML.
//
//   grid: ceil_div(m, block.x), ceil_div(n, block.y)        one text, split at its outer commas
//   grid: [ceil_div(m, block.x), ceil_div(n, block.y)]      a flow list, which YAML itself would
//                                                           split inside the parentheses
//   grid:                                                   a block list
//     - ceil_div(m, block.x)
//     - ceil_div(n, block.y)
#pragma once

#include <vector>

#include "src/io/text/text_file.hpp"
#include "src/io/text/yaml_tree.hpp"

namespace gpumodel {

// One scalar node per expression, each with its place in the file. Children that are no scalars
// are passed on as they are; nothing for a mapping or an empty value.
std::vector<Node> expression_list(const Node& node, const TextFile& file);

}  // namespace gpumodel
