// A file that grows line by line: what was written stays valid, however the run ends, and a later
// one goes on from there.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/cli/library/descriptor.hpp"

namespace gpumodel {

class LineFile {
 public:
  enum class How { begin, replace, go_on };

  // Throws UsageError: it exists (begin), cannot be written, or another run is at it.
  LineFile(std::string option, std::string file, How how);

  // Of whole lines, the first included.
  std::uint64_t lines() const { return lines_; }
  // Line `number` from 0, without its end.
  std::string line(std::uint64_t number) const;
  // Keeps so many lines.
  void cut(std::uint64_t lines);

  // Whole lines; they reach the file within seconds. Throws UsageError, with all lines whole.
  void append(std::string_view lines);
  void flush();

  const std::string& option() const { return option_; }
  const std::string& path() const { return path_; }

 private:
  using Clock = std::chrono::steady_clock;

  void find_lines();
  // Where line `number` begins.
  std::int64_t begin_of(std::uint64_t number) const;

  std::string option_, path_;
  Descriptor file_;
  std::uint64_t lines_ = 0;
  std::int64_t bytes_ = 0;  // of whole lines that are in the file
  std::string pending_;
  Clock::time_point flushed_ = Clock::now();
};

}  // namespace gpumodel
