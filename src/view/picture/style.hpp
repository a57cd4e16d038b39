// The style sheets and scripts of this folder, by the names of their files.
#pragma once

#include <span>
#include <string_view>

namespace gpumodel {

struct StylePart {
  std::string_view name, text;
};
std::span<const StylePart> style_parts();
// Throws std::out_of_range: no such file was built in.
std::string_view style_part(std::string_view name);

}  // namespace gpumodel
