#include "src/commands/validate_recording.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "src/commands/refuse_call.hpp"
#include "src/input/json_file.hpp"
#include "src/input/read_record.hpp"
#include "src/report/record_json.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_write(const std::string& file) {
  refuse_call("output-file", file + " cannot be written: " + std::strerror(errno),
              {"the folder must exist and be writable; is the disk full?"});
}

// All of it, and on disk.
void write_through(int descriptor, const std::string& text, const std::string& file) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = write(descriptor, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) cannot_write(file);
    done += static_cast<std::size_t>(n);
  }
  if (fsync(descriptor) != 0 && errno != EINVAL) cannot_write(file);
}

// Up to its last whole line.
void cut_torn_line(const std::string& file) {
  const std::string text = read_json_bytes(file, file).content;
  const std::size_t last = text.rfind('\n');
  std::error_code failed;
  fs::resize_file(file, last == std::string::npos ? 0 : last + 1, failed);
  if (failed) {
    errno = failed.value();
    cannot_write(file);
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
  if (access(folder.c_str(), W_OK) != 0) cannot_write("--record " + file_);
}

Recording::~Recording() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::vector<Point> Recording::begin(const Environment& environment) {
  Record earlier;
  const bool goes_on = fs::exists(partial_);
  if (goes_on) {
    earlier = read_partial_record(partial_, partial_);
    const std::string other = difference(earlier.environment, environment);
    if (!other.empty()) {
      Diagnostic fault{
          .id = "record-differs", .message = "was begun elsewhere: " + other, .file = partial_};
      fault.hints = {"a record holds one environment: remove the file to begin anew"};
      throw InputError{{std::move(fault)}};
    }
    cut_torn_line(partial_);
  }
  descriptor_ = open(partial_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (descriptor_ < 0) cannot_write(partial_);
  if (!goes_on) append(partial_head(environment));
  std::erase_if(earlier.points, [](const Point& p) { return !p.is_measured(); });
  return std::move(earlier.points);
}

void Recording::append(const std::string& text) {
  write_through(descriptor_, text, partial_);
}

void Recording::add(const Point& point) {
  append(partial_line(point));
}

void Recording::finish(const Record& record) {
  const std::string written = file_ + ".written";
  const int descriptor = open(written.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (descriptor < 0) cannot_write(written);
  write_through(descriptor, record_text(record), written);
  close(descriptor);
  if (std::rename(written.c_str(), file_.c_str()) != 0) cannot_write(file_);
  std::remove(partial_.c_str());
}

}  // namespace gpumodel
