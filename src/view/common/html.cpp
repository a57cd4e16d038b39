#include "src/view/common/html.hpp"

#include "src/diagnostics/visible_text.hpp"

namespace gpumodel {

std::string html_escaped(const std::string& text) {
  std::string out;
  for (const char c : visible_lines(text)) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\'')
      out += "&#39;";
    else
      out += c;
  }
  return out;
}

}  // namespace gpumodel
