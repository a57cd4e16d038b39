// Text inside of HTML and SVG.
#pragma once

#include <string>

namespace gpumodel {

// < > & " ' as entities, and visible (see visible_text.hpp): XML 1.0 holds no control characters
// and no U+FFFE.
std::string html_escaped(const std::string& text);

}  // namespace gpumodel
