#include "src/io/text/binary_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {
namespace {

[[noreturn]] void refuse_binary(std::string_view id, const std::string& shown,
                                std::string message) {
  throw InputError{{{.id = id, .message = std::move(message), .file = shown}}};
}

class FileHandle {
 public:
  explicit FileHandle(const std::string& path)
      : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~FileHandle() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

// Devices and inodes of the files that were read.
class FilesRead {
 public:
  void add(const struct stat& file) {
    const std::lock_guard lock(mutex_);
    files_.emplace(file.st_dev, file.st_ino);
  }
  bool holds(const struct stat& file) const {
    const std::lock_guard lock(mutex_);
    return files_.contains({file.st_dev, file.st_ino});
  }

 private:
  mutable std::mutex mutex_;
  std::set<std::pair<dev_t, ino_t>> files_;
};

FilesRead& files_read() {
  static FilesRead all;
  return all;
}

}  // namespace

bool was_read(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && files_read().holds(status);
}

std::string read_binary_file(const std::string& path, const std::string& shown, std::size_t most) {
  const FileHandle file(path);
  if (file.get() < 0) {
    if (errno == ENOENT || errno == ENOTDIR)
      refuse_binary("file-missing", shown, "there is no such file");
    refuse_binary("file-unreadable", shown, std::string("cannot be read: ") + std::strerror(errno));
  }
  struct stat status {};
  fstat(file.get(), &status);
  if (S_ISDIR(status.st_mode)) refuse_binary("file-directory", shown, "is a directory, not a file");
  if (!S_ISREG(status.st_mode)) refuse_binary("file-unreadable", shown, "is not a regular file");
  files_read().add(status);
  if (static_cast<std::size_t>(status.st_size) > most) {
    refuse_binary("file-too-large", shown,
                  "has " + std::to_string(status.st_size) + " bytes, at most " +
                      std::to_string(most) + " are read here: is this the right file?");
  }
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t got = 0;
  while (got < bytes.size()) {
    const ssize_t n = ::read(file.get(), bytes.data() + got, bytes.size() - got);
    if (n < 0)
      refuse_binary("file-unreadable", shown, std::string("read failed: ") + std::strerror(errno));
    if (n == 0) break;
    got += static_cast<std::size_t>(n);
  }
  bytes.resize(got);
  return bytes;
}

}  // namespace gpumodel
