// Comma-separated values, record by record: fields may be quoted, and quoted fields may hold
// commas, quotes (doubled) and line ends.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gpumodel {

struct CsvField {
  std::string text;
  std::size_t at = 0;  // of its first byte
};
using CsvRow = std::vector<CsvField>;

// What stands at byte `at` is no comma-separated value.
struct CsvFault {
  std::size_t at;
  std::string message;
};

class CsvReader {
 public:
  explicit CsvReader(std::string_view text, std::size_t from = 0) : text_(text), at_(from) {}

  // The next record that is not a blank line; false at the end. Throws CsvFault and stays before
  // the record then.
  bool next(CsvRow& row);
  // Whether the next line that is not blank begins with this.
  bool next_is(std::string_view prefix);
  void skip_line();

 private:
  void skip_blank_lines();
  CsvField field();
  CsvField quoted_field();

  std::string_view text_;
  std::size_t at_;
};

}  // namespace gpumodel
