#include "src/io/text/text_file.hpp"

#include <utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "src/diagnostics/visible_text.hpp"
#include "src/io/text/binary_file.hpp"
#include "src/io/text/sha256.hpp"
#include "src/io/text/text_places.hpp"

namespace gpumodel {
namespace {

[[noreturn]] void refuse(std::string_view id, const std::string& shown, std::string message,
                         std::string hint = {}) {
  Diagnostic fault{.id = id, .message = std::move(message), .file = shown};
  if (!hint.empty()) fault.hints.push_back(std::move(hint));
  throw InputError{{std::move(fault)}};
}

void to_unix_lines(std::string& text) {
  std::size_t out = 0;
  for (std::size_t in = 0; in < text.size(); ++in) {
    if (text[in] == '\r' && in + 1 < text.size() && text[in + 1] == '\n') continue;
    text[out++] = text[in];
  }
  text.resize(out);
}

[[noreturn]] void refuse_at(std::string_view id, const std::string& shown, std::string_view text,
                            std::size_t offset, std::string message, std::string hint = {}) {
  Diagnostic fault{.id = id, .message = std::move(message), .file = shown};
  TextPlaces(text).place(fault, offset);
  // Of a line that is too long, what stands before the fault says enough.
  if (fault.source_line.size() > max_line_bytes) fault.source_line.resize(max_line_bytes);
  if (!hint.empty()) fault.hints.push_back(std::move(hint));
  throw InputError{{std::move(fault)}};
}

bool is_control(char c) {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

void find_lines(TextFile& file) {
  for (std::size_t begin = 0; begin < file.content.size();) {
    file.line_starts.push_back(begin);
    const std::size_t end = std::min(file.content.find('\n', begin), file.content.size());
    if (end - begin > max_line_bytes) {
      refuse_at("file-too-large", file.shown, file.content, begin,
                "the line is longer than 8 KiB (" + std::to_string(end - begin) + " bytes)",
                "break it into several lines");
    }
    begin = end + 1;
  }
}

}  // namespace

std::string_view TextFile::line(int number) const {
  if (number < 1 || static_cast<std::size_t>(number) > line_starts.size()) return {};
  const std::size_t begin = line_starts[static_cast<std::size_t>(number) - 1];
  return std::string_view(content).substr(begin, content.find('\n', begin) - begin);
}

TextFile make_text_file(std::string bytes, const std::string& shown) {
  TextFile file{visible(shown), shown, {}, sha256_hex(bytes)};
  if (bytes.size() > max_text_bytes) refuse("file-too-large", shown, "is larger than 1 MiB");
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.erase(0, 3);
  if (is_blank(bytes)) refuse("file-empty", shown, "is empty");
  const auto control = std::ranges::find_if(bytes, is_control);
  if (control != bytes.end()) {
    const auto offset = static_cast<std::size_t>(control - bytes.begin());
    refuse_at(
        "file-binary", shown, bytes, offset,
        std::string("not text: there is a ") + (*control == '\0' ? "NUL" : "control") + " byte");
  }
  const auto bad = utf8::find_invalid(bytes.begin(), bytes.end());
  if (bad != bytes.end()) {
    const auto offset = static_cast<std::size_t>(bad - bytes.begin());
    refuse_at("file-encoding", shown, bytes, offset, "not UTF-8: invalid byte",
              "convert it, for example: iconv -f latin1 -t utf-8");
  }
  to_unix_lines(bytes);
  file.content = std::move(bytes);
  find_lines(file);
  return file;
}

TextFile read_text_file(const std::string& path, const std::string& shown) {
  TextFile file = make_text_file(read_binary_file(path, shown, max_text_bytes), shown);
  file.path = path;
  return file;
}

int characters(std::string_view line, std::size_t bytes) {
  int count = 0;
  for (const char c : line.substr(0, bytes))
    count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

}  // namespace gpumodel
