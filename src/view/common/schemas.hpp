// The JSON Schemas of src/view/schemas/*.json, built into the program.
#pragma once

#include <span>
#include <string_view>

namespace gpumodel {

struct Schema {
  std::string_view name;
  std::string_view text;
};

std::span<const Schema> schemas();

}  // namespace gpumodel
