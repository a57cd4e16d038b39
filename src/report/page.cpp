#include "src/report/page.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

namespace gpumodel {

std::size_t display_width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void append_wrapped(std::vector<std::string>& lines, const std::string& indent,
                    const std::string& text, std::size_t columns) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) {
    const std::size_t width = display_width(indent) + display_width(line) + display_width(word) + 1;
    if (!line.empty() && width > columns) {
      lines.push_back(indent + line);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  if (!line.empty()) lines.push_back(indent + line);
}

std::string raw_number(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

}  // namespace gpumodel
