// Text inside of HTML and SVG.
#pragma once

#include <string>

namespace gpumodel {

// < > & " as entities, control characters as spaces.
std::string html_escaped(const std::string& text);

}  // namespace gpumodel
