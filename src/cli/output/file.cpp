#include "src/cli/output/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <ostream>
#include <streambuf>

#include "src/cli/library/descriptor.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/text/binary_file.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

// Where a write would end up: links are followed. Still a link where they lead in a loop.
fs::path final_path(const std::string& file) {
  constexpr int most_links = 40;  // as Linux
  std::error_code ignored;
  fs::path path = fs::absolute(file, ignored);
  // weakly_canonical stops at a link whose target does not exist yet.
  for (int links = 0; links < most_links && fs::is_symlink(path, ignored); ++links) {
    path = path.parent_path() / fs::read_symlink(path, ignored);
  }
  const fs::path canonical = fs::weakly_canonical(path, ignored);
  return canonical.empty() ? path : canonical;
}

std::optional<struct stat> status_of(const fs::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return status;
}

[[noreturn]] void refuse_existing(const std::string& what) {
  refuse_call("output-exists", what + " exists", {"--force replaces it"});
}

// A file that is being written. Its name says by whom; its lock, that they are still there.
class Draft {
 public:
  static constexpr std::string_view prefix = ".gpumodel-partial-";

  // `what`: for messages.
  Draft(const fs::path& folder, const std::string& what) {
    remove_abandoned(folder);
    for (int number = 0; !file_.is_open(); ++number) {
      path_ =
          folder / (std::string(prefix) + std::to_string(getpid()) + "-" + std::to_string(number));
      constexpr int mode = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
      Descriptor opened(open(path_.c_str(), mode, 0666));
      // Of a process that is numbered alike elsewhere: folders can be shared between machines.
      if (!opened.is_open() && errno == EEXIST) continue;
      if (!opened.is_open()) cannot_write(what, errno);
      // A neighbour may have taken it for abandoned before it was locked.
      if (opened.lock() != Descriptor::Lock::taken && is_at(opened, path_)) {
        file_ = std::move(opened);
      }
    }
  }
  ~Draft() {
    if (!path_.empty()) unlink(path_.c_str());
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  const Descriptor& file() const { return file_; }

  // Before anything is written: what was private stays so. Where the group cannot be kept, the
  // group's rights are not given to another one.
  void take_rights(const struct stat& replaced) const {
    mode_t mode = replaced.st_mode & 0777U;
    const bool kept = fchown(file_.get(), replaced.st_uid, replaced.st_gid) == 0 ||
                      fchown(file_.get(), static_cast<uid_t>(-1), replaced.st_gid) == 0;
    if (!kept) mode &= ~static_cast<mode_t>(S_IRWXG);
    fchmod(file_.get(), mode);
  }

  // False, with errno: EEXIST where the name is taken and must not be replaced.
  bool publish(const fs::path& path, bool replace) {
    if (replace) return taken_away(std::rename(path_.c_str(), path.c_str()) == 0);
    if (taken_away(renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) ==
                   0)) {
      return true;
    }
    // Not every file system knows the flag; most that do not know hard links.
    return errno != EEXIST && link(path_.c_str(), path.c_str()) == 0;
  }

 private:
  static bool is_at(const Descriptor& file, const fs::path& path) {
    struct stat opened {};
    const std::optional<struct stat> there = status_of(path);
    return fstat(file.get(), &opened) == 0 && there && there->st_ino == opened.st_ino &&
           there->st_dev == opened.st_dev;
  }

  bool taken_away(bool renamed) {
    if (renamed) path_.clear();
    return renamed;
  }

  // What killed processes left: nobody holds its lock.
  static void remove_abandoned(const fs::path& folder) {
    std::error_code failed;
    for (fs::directory_iterator it(folder, failed), end; !failed && it != end;
         it.increment(failed)) {
      const std::string name = it->path().filename().string();
      if (!name.starts_with(prefix)) continue;
      const Descriptor file(open(it->path().c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
      if (file.is_open() && file.lock() == Descriptor::Lock::got) unlink(it->path().c_str());
    }
  }

  fs::path path_;  // empty when it has its final name
  Descriptor file_;
};

// Streams into a file; the first error stays.
class FileBuffer : public std::streambuf {
 public:
  explicit FileBuffer(const Descriptor& file) : file_(file) {
    setp(bytes_.data(), bytes_.data() + bytes_.size());
  }
  int error() const { return error_; }

 protected:
  int_type overflow(int_type c) override {
    if (sync() != 0) return traits_type::eof();
    if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
    return traits_type::not_eof(c);
  }
  int sync() override {
    const std::string_view pending(pbase(), static_cast<std::size_t>(pptr() - pbase()));
    if (error_ == 0 && !file_.write(pending)) error_ = errno;
    setp(bytes_.data(), bytes_.data() + bytes_.size());
    return error_ == 0 ? 0 : -1;
  }

 private:
  const Descriptor& file_;
  int error_ = 0;
  std::array<char, 1 << 16> bytes_{};
};

}  // namespace

void cannot_write(const std::string& what, int error) {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  refuse_call(
      "output-file", what + " cannot be written: " + std::strerror(error),
      {full ? "make room, or name a file elsewhere" : "the folder must exist and be writable"});
}

void OutputFile::check() const {
  const fs::path path = final_path(file_);
  std::error_code ignored;
  if (fs::is_symlink(path, ignored)) {
    refuse_call("output-file", described() + " is a loop of symbolic links",
                {"a link is followed: remove it, or name another file"});
  }
  if (const std::optional<struct stat> there = status_of(path)) {
    if (S_ISDIR(there->st_mode)) {
      refuse_call("output-file", described() + " is a directory", {"name a file in it"});
    }
    if (!S_ISREG(there->st_mode)) {
      refuse_call("output-file", described() + " is no regular file",
                  {"write to - and redirect it"});
    }
    if (!force_) refuse_existing(described());
    if (was_read(path.string())) {
      refuse_call("output-file", described() + " is read here",
                  {"a result never replaces its own input"});
    }
    if (access(path.c_str(), W_OK) != 0) {
      refuse_call("output-file", described() + " is protected: " + std::strerror(errno),
                  {"chmod u+w, or name another file"});
    }
  }
  if (access(path.parent_path().c_str(), W_OK | X_OK) != 0) cannot_write(described(), errno);
}

void OutputFile::write(const Writer& content) const {
  check();
  const fs::path path = final_path(file_);
  Draft draft(path.parent_path(), described());
  if (const std::optional<struct stat> replaced = status_of(path)) draft.take_rights(*replaced);
  FileBuffer buffer(draft.file());
  std::ostream out(&buffer);
  content(out);
  out.flush();
  if (buffer.error() != 0) cannot_write(described(), buffer.error());
  if (!draft.file().sync()) cannot_write(described(), errno);
  if (draft.publish(path, force_)) return;
  if (errno == EEXIST) refuse_existing(described());
  cannot_write(described(), errno);
}

void check_all(std::span<const OutputFile> files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    files[i].check();
    for (std::size_t j = 0; j < i; ++j) {
      if (final_path(files[i].file()) != final_path(files[j].file())) continue;
      refuse_call(
          "output-file",
          files[j].option() + " and " + files[i].option() + " both ask for " + files[i].file(),
          {"give one of them another file"});
    }
  }
}

std::vector<std::string> write_files(const std::string& folder,
                                     std::span<const std::pair<std::string, std::string>> texts,
                                     bool force) {
  std::vector<OutputFile> files;
  for (const auto& [name, text] : texts)
    files.emplace_back("--output", (fs::path(folder) / name).string(), force);
  std::error_code ignored;
  if (!files.empty()) fs::create_directories(folder, ignored);
  check_all(files);
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < files.size(); ++i) {
    files[i].write([&](std::ostream& out) { out << texts[i].second; });
    paths.push_back(files[i].file());
  }
  return paths;
}

}  // namespace gpumodel
