#include "src/input/text_file.hpp"

#include <fcntl.h>
#include <sha2.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utf8.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace gpumodel {
namespace {

[[noreturn]] void refuse(std::string_view id, const std::string& shown, std::string message,
                         std::string hint = {}) {
  Diagnostic fault{.id = id, .message = std::move(message), .file = shown};
  if (!hint.empty()) fault.hints.push_back(std::move(hint));
  throw InputError{{std::move(fault)}};
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

std::string read_bytes(const std::string& path, const std::string& shown) {
  const FileHandle file(path);
  if (file.get() < 0) {
    if (errno == ENOENT || errno == ENOTDIR) refuse("file-missing", shown, "there is no such file");
    refuse("file-unreadable", shown, std::string("cannot be read: ") + std::strerror(errno));
  }
  struct stat status {};
  fstat(file.get(), &status);
  if (S_ISDIR(status.st_mode)) refuse("file-directory", shown, "is a directory, not a file");
  if (!S_ISREG(status.st_mode)) refuse("file-unreadable", shown, "is not a regular file");
  if (static_cast<std::size_t>(status.st_size) > max_text_bytes) {
    refuse("file-too-large", shown,
           "is larger than 1 MiB (" + std::to_string(status.st_size) + " bytes)",
           "a device or kernel file is a few kB: is this the right file?");
  }
  std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t got = 0;
  while (got < bytes.size()) {
    const ssize_t n = read(file.get(), bytes.data() + got, bytes.size() - got);
    if (n < 0) refuse("file-unreadable", shown, std::string("read failed: ") + std::strerror(errno));
    if (n == 0) break;
    got += static_cast<std::size_t>(n);
  }
  bytes.resize(got);
  return bytes;
}

std::string sha256_hex(const std::string& bytes) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> hex{};
  SHA256Data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), hex.data());
  return hex.data();
}

void to_unix_lines(std::string& text) {
  std::size_t out = 0;
  for (std::size_t in = 0; in < text.size(); ++in) {
    if (text[in] == '\r' && in + 1 < text.size() && text[in + 1] == '\n') continue;
    text[out++] = text[in];
  }
  text.resize(out);
}

int line_of(std::string_view text, std::size_t offset) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(offset), '\n'));
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

std::string_view TextFile::line(int number) const {
  std::string_view rest = content;
  for (int i = 1; i < number; ++i) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return {};
    rest.remove_prefix(end + 1);
  }
  return number < 1 ? std::string_view{} : rest.substr(0, rest.find('\n'));
}

TextFile make_text_file(std::string bytes, const std::string& shown) {
  TextFile file{shown, shown, {}, sha256_hex(bytes)};
  if (bytes.size() > max_text_bytes) refuse("file-too-large", shown, "is larger than 1 MiB");
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.erase(0, 3);
  if (is_blank(bytes)) refuse("file-empty", shown, "is empty");
  if (const std::size_t nul = bytes.find('\0'); nul != std::string::npos) {
    refuse("file-binary", shown,
           "is not text: there is a NUL byte in line " + std::to_string(line_of(bytes, nul)));
  }
  const auto bad = utf8::find_invalid(bytes.begin(), bytes.end());
  if (bad != bytes.end()) {
    const auto offset = static_cast<std::size_t>(bad - bytes.begin());
    refuse("file-encoding", shown,
           "is not UTF-8: invalid byte in line " + std::to_string(line_of(bytes, offset)),
           "convert it, for example: iconv -f latin1 -t utf-8");
  }
  to_unix_lines(bytes);
  file.content = std::move(bytes);
  return file;
}

TextFile read_text_file(const std::string& path, const std::string& shown) {
  TextFile file = make_text_file(read_bytes(path, shown), shown);
  file.path = path;
  return file;
}

int characters(std::string_view line, std::size_t bytes) {
  int count = 0;
  for (const char c : line.substr(0, bytes)) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

}  // namespace gpumodel
