// A file that a command writes, whichever option names it.
//
// A file that exists is replaced only with --force, and one that this run has read not even then.
// It is written beside its place and gets its name when it is complete, in one step; without
// --force that step fails where the name is taken meanwhile, so that of runs side by side one wins.
// A file that is replaced keeps its mode and, where the system allows it, its owner. A symbolic
// link stays: what it names is written.
#pragma once

#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gpumodel {

using Writer = std::function<void(std::ostream&)>;

class OutputFile {
 public:
  OutputFile(std::string option, std::string file, bool force)
      : option_(std::move(option)), file_(std::move(file)), force_(force) {}

  // Throws UsageError where `write` would fail: to be called before slow work, and again when the
  // inputs are read.
  void check() const;
  // Throws UsageError.
  void write(const Writer& content) const;

  const std::string& option() const { return option_; }
  const std::string& file() const { return file_; }

 private:
  std::string described() const { return option_ + " " + file_; }

  std::string option_, file_;
  bool force_ = false;
};

// Checks each. Throws UsageError, also where two are one file.
void check_all(std::span<const OutputFile> files);

// Texts by the names of their files, into a folder that is made where it is not there: for
// --output, all of them or, where one of them cannot be written, none. Returns their paths. Throws
// UsageError.
std::vector<std::string> write_files(const std::string& folder,
                                     std::span<const std::pair<std::string, std::string>> texts,
                                     bool force);

// Of a file that could not be written, for this errno.
[[noreturn]] void cannot_write(const std::string& what, int error);

}  // namespace gpumodel
