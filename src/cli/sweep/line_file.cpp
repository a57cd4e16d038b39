#include "src/cli/sweep/line_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "src/cli/output/file.hpp"
#include "src/diagnostics/refuse_call.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t block_bytes = 1 << 18;

// Calls `at` with each block of the file until it says false.
template <class At>
void read_blocks(const Descriptor& file, std::int64_t from, At at) {
  std::vector<char> block(block_bytes);
  for (std::int64_t offset = from;;) {
    const ssize_t got = pread(file.get(), block.data(), block.size(), offset);
    if (got <= 0) return;
    if (!at(std::string_view(block.data(), static_cast<std::size_t>(got)), offset)) return;
    offset += got;
  }
}

}  // namespace

LineFile::LineFile(std::string option, std::string file, How how)
    : option_(std::move(option)), path_(std::move(file)) {
  if (how != How::go_on) OutputFile(option_, path_, how == How::replace).check();
  file_ = Descriptor(open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!file_.is_open()) cannot_write(option_ + " " + path_, errno);
  struct stat status {};
  if (fstat(file_.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
    refuse_call("output-file", option_ + " " + path_ + " is no regular file",
                {"write to - and redirect it"});
  }
  if (file_.lock() == Descriptor::Lock::taken) {
    refuse_call("output-busy", path_ + " is being written by another run",
                {"wait until it ends, or write another file"});
  }
  if (how == How::go_on) {
    find_lines();
  } else {
    cut(0);
  }
  lseek(file_.get(), bytes_, SEEK_SET);
}

void LineFile::find_lines() {
  read_blocks(file_, 0, [&](std::string_view block, std::int64_t offset) {
    lines_ += static_cast<std::uint64_t>(std::ranges::count(block, '\n'));
    const std::size_t last = block.rfind('\n');
    if (last != std::string_view::npos) bytes_ = offset + static_cast<std::int64_t>(last) + 1;
    return true;
  });
  cut(lines_);
}

std::int64_t LineFile::begin_of(std::uint64_t number) const {
  if (number >= lines_) return bytes_;
  std::int64_t begin = 0;
  std::uint64_t seen = 0;
  if (number == 0) return 0;
  read_blocks(file_, 0, [&](std::string_view block, std::int64_t offset) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (block[i] != '\n' || ++seen < number) continue;
      begin = offset + static_cast<std::int64_t>(i) + 1;
      return false;
    }
    return true;
  });
  return begin;
}

std::string LineFile::line(std::uint64_t number) const {
  const std::int64_t begin = begin_of(number), end = begin_of(number + 1) - 1;
  std::string text;
  read_blocks(file_, begin, [&](std::string_view block, std::int64_t) {
    text += block;
    return static_cast<std::int64_t>(text.size()) < end - begin;
  });
  text.resize(
      std::min(text.size(), static_cast<std::size_t>(std::max<std::int64_t>(0, end - begin))));
  return text;
}

void LineFile::cut(std::uint64_t lines) {
  bytes_ = begin_of(lines);
  lines_ = std::min(lines, lines_);
  if (ftruncate(file_.get(), bytes_) != 0) cannot_write(option_ + " " + path_, errno);
  lseek(file_.get(), bytes_, SEEK_SET);
}

void LineFile::append(std::string_view lines) {
  pending_ += lines;
  const Clock::time_point now = Clock::now();
  if (pending_.size() < block_bytes && now - flushed_ < std::chrono::seconds(1)) return;
  flush();
  flushed_ = now;
}

void LineFile::flush() {
  if (pending_.empty()) return;
  if (!file_.write(pending_)) {
    const int error = errno;
    // Where the disk is full, a line may have been cut: all before it stay.
    if (ftruncate(file_.get(), bytes_) != 0) cannot_write(option_ + " " + path_, errno);
    pending_.clear();
    cannot_write(option_ + " " + path_, error);
  }
  bytes_ += static_cast<std::int64_t>(pending_.size());
  lines_ += static_cast<std::uint64_t>(std::ranges::count(pending_, '\n'));
  pending_.clear();
}

}  // namespace gpumodel
