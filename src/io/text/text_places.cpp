#include "src/io/text/text_places.hpp"

#include <algorithm>

namespace gpumodel {

int TextPlaces::line(std::size_t at) {
  if (at < last_at_) {
    last_at_ = 0;
    last_line_ = 1;
  }
  const std::string_view between = text_.substr(last_at_, at - last_at_);
  last_line_ += static_cast<int>(std::ranges::count(between, '\n'));
  last_at_ = at;
  return last_line_;
}

void TextPlaces::place(Diagnostic& fault, std::size_t at) {
  const std::size_t start = at == 0 ? 0 : text_.rfind('\n', at - 1) + 1;
  fault.line = line(at);
  fault.column = 1 + static_cast<int>(at - start);
  fault.source_line = plain_text(text_.substr(start, text_.find('\n', at) - start));
}

std::string plain_text(std::string_view bytes) {
  std::string text(bytes);
  std::ranges::replace_if(
      text, [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return text;
}

}  // namespace gpumodel
