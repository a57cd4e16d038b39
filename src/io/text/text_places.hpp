// Bytes of a large text as lines and columns, for messages. Asked in rising order it reads the text
// once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

class TextPlaces {
 public:
  explicit TextPlaces(std::string_view text) : text_(text) {}

  int line(std::size_t at);
  // Puts the fault at this byte and shows its line.
  void place(Diagnostic& fault, std::size_t at);

 private:
  std::string_view text_;
  std::size_t last_at_ = 0;
  int last_line_ = 1;
};

// Foreign bytes must not reach the terminal: '?' for all that are not plain characters.
std::string plain_text(std::string_view bytes);

// Ends of lines and tabs as spaces: reports print texts inside of lines.
std::string one_line(std::string text);

}  // namespace gpumodel
