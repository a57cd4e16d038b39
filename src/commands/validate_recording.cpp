#include "src/commands/validate_recording.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <ostream>

#include "src/commands/refuse_call.hpp"
#include "src/input/json_file.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_record(const std::string& file) {
  refuse_call("output-file", file + " cannot be written: " + std::strerror(errno),
              {"the folder must exist and be writable; is the disk full?"});
}

// All of it, and on disk.
void write_through(int descriptor, const std::string& text, const std::string& file) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = write(descriptor, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) cannot_record(file);
    done += static_cast<std::size_t>(n);
  }
  if (fsync(descriptor) != 0 && errno != EINVAL) cannot_record(file);
}

// Up to its last whole line.
void cut_torn_line(const std::string& file) {
  const std::string text = read_json_bytes(file, file).content;
  const std::size_t last = text.rfind('\n');
  std::error_code failed;
  fs::resize_file(file, last == std::string::npos ? 0 : last + 1, failed);
  if (failed) {
    errno = failed.value();
    cannot_record(file);
  }
}

}  // namespace

Recording::Recording(std::string file, bool force)
    : file_(std::move(file)), partial_(file_ + ".partial") {
  std::error_code ignored;
  if (fs::is_directory(file_, ignored)) {
    refuse_call("output-file", "--record " + file_ + " is a directory", {"name a file in it"});
  }
  if (fs::exists(file_, ignored) && !force) {
    refuse_call("output-exists", "--record " + file_ + " exists", {"--force replaces it"});
  }
  const fs::path folder = fs::absolute(file_, ignored).parent_path();
  if (access(folder.c_str(), W_OK) != 0) cannot_record("--record " + file_);
}

Recording::~Recording() {
  if (descriptor_ >= 0) close(descriptor_);
}

bool Recording::goes_on() const {
  std::error_code ignored;
  return fs::exists(partial_, ignored);
}

void Recording::expect_same_environment(const std::string& difference) const {
  if (difference.empty()) return;
  Diagnostic fault{
      .id = "record-differs", .message = "was begun elsewhere: " + difference, .file = partial_};
  fault.hints = {"a record holds one environment: remove the file to begin anew"};
  throw InputError{{std::move(fault)}};
}

void Recording::begin(const std::string& head) {
  const bool continued = goes_on();
  if (continued) cut_torn_line(partial_);
  descriptor_ = open(partial_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (descriptor_ < 0) cannot_record(partial_);
  if (!continued) add(head);
}

void Recording::add(const std::string& line) {
  write_through(descriptor_, line, partial_);
}

void Recording::finish(const std::string& text) {
  const std::string written = file_ + ".written";
  const int descriptor = open(written.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (descriptor < 0) cannot_record(written);
  write_through(descriptor, text, written);
  close(descriptor);
  if (std::rename(written.c_str(), file_.c_str()) != 0) cannot_record(file_);
  std::remove(partial_.c_str());
}

void tell_interrupted(Console& console, std::size_t done, std::size_t all,
                      const Recording* recording) {
  console.err << "interrupted after " << done << " of " << all << " points\n";
  if (recording != nullptr) {
    console.err << "   = " << recording->partial()
                << " keeps them: the same command goes on from there\n";
  } else {
    console.err << "   = nothing is kept; --record FILE keeps points as they come\n";
  }
}

void tell_continued(Console& console, std::size_t known, const Recording& recording) {
  console.err << "note: going on with " << known << " points of " << recording.partial() << '\n';
}

}  // namespace gpumodel
