// Text files as the user wrote them, checked before anyone parses them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

// Larger files are refused before they are read: a descriptor is a few kB.
inline constexpr std::size_t max_text_bytes = 1024 * 1024;
// So are longer lines: every diagnostic carries its line, and the YAML library reads a whole line
// ahead at a hundred times its size.
inline constexpr std::size_t max_line_bytes = 8 * 1024;

struct TextFile {
  std::string shown;                       // the path as it appears in messages
  std::string path;                        // the path to open
  std::string content;                     // UTF-8, lines ended by \n, without byte order mark
  std::string sha256;                      // of the bytes on disk, lower-case hex
  std::vector<std::size_t> line_starts{};  // byte offsets into `content`

  // 1-based; empty past the end.
  std::string_view line(int number) const;
};

// Reads a regular file. Throws InputError: missing, directory, unreadable, too large, empty,
// binary (NUL bytes), not UTF-8, a line that is too long.
TextFile read_text_file(const std::string& path, const std::string& shown);

// The same checks on bytes that are already in memory.
TextFile make_text_file(std::string bytes, const std::string& shown);

// How many characters (code points) the first `bytes` bytes of a line hold.
int characters(std::string_view line, std::size_t bytes);

}  // namespace gpumodel
