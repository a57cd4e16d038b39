// FILE.partial: what a measurement under way has found so far, line by line. One that is
// interrupted goes on from there; a second one to the same file is refused, so that nothing
// measured is lost.
#pragma once

#include <string>

#include "src/cli/library/descriptor.hpp"

namespace gpumodel {

class PartialFile {
 public:
  // Throws UsageError where it cannot be written, or another process is at it.
  explicit PartialFile(const std::string& file);
  // Leaves no empty file behind.
  ~PartialFile();
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;

  // Whether an earlier run left anything.
  bool goes_on() const { return goes_on_; }
  // Up to the last whole line. Throws InputError where it cannot be read.
  std::string whole_lines() const;
  // Drops what stands behind so many bytes. Throws UsageError.
  void cut(std::size_t bytes) const;
  // On disk when this returns. Throws UsageError.
  void append(const std::string& text) const;
  void remove();

  const std::string& path() const { return path_; }

 private:
  bool is_in_place() const;

  std::string path_;
  Descriptor file_;
  bool goes_on_ = false;
};

}  // namespace gpumodel
