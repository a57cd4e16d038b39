#include "src/io/text/csv_reader.hpp"

#include <algorithm>

namespace gpumodel {

bool CsvReader::next(CsvRow& row) {
  row.clear();
  skip_blank_lines();
  if (at_ == text_.size()) return false;
  const std::size_t start = at_;
  try {
    do {
      row.push_back(field());
    } while (at_ < text_.size() && text_[at_++] == ',');
  } catch (const CsvFault&) {
    at_ = start;
    throw;
  }
  return true;
}

bool CsvReader::next_is(std::string_view prefix) {
  skip_blank_lines();
  return text_.substr(at_).starts_with(prefix);
}

void CsvReader::skip_blank_lines() {
  at_ = std::min(text_.find_first_not_of("\r\n", at_), text_.size());
}

void CsvReader::skip_line() {
  at_ = std::min(text_.find('\n', at_), text_.size());
}

// Leaves the position at the comma or the line end after the field.
CsvField CsvReader::field() {
  if (at_ < text_.size() && text_[at_] == '"') return quoted_field();
  const std::size_t start = at_;
  at_ = std::min(text_.find_first_of(",\r\n", at_), text_.size());
  return {std::string(text_.substr(start, at_ - start)), start};
}

CsvField CsvReader::quoted_field() {
  CsvField field{{}, at_};
  for (std::size_t from = at_ + 1;;) {
    const std::size_t quote = text_.find('"', from);
    if (quote == std::string_view::npos) throw CsvFault{field.at, "this quote is never closed"};
    field.text += text_.substr(from, quote - from);
    at_ = quote + 1;
    if (at_ == text_.size() || text_[at_] != '"') break;
    field.text += '"';
    from = at_ + 1;
  }
  if (at_ < text_.size() && std::string_view(",\r\n").find(text_[at_]) == std::string_view::npos)
    throw CsvFault{at_, "after a quoted field there must be a comma or the end of the line"};
  return field;
}

}  // namespace gpumodel
