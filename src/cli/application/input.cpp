#include "src/cli/application/input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <string>

#include "src/cli/measure/process.hpp"
#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {
namespace {

constexpr int wait_ms = 50;

bool has_something(int file, int longest_ms) {
  pollfd look{file, POLLIN, 0};
  return poll(&look, 1, longest_ms) > 0 && (look.revents & (POLLIN | POLLHUP)) != 0;
}

[[noreturn]] void refuse(const std::string& why) {
  throw InputError{{{.id = "application-failed",
                     .message = "standard input, which each run of the application reads: " + why,
                     .hints = {"write it to a file: gpumodel predict app.cu -- < FILE"}}}};
}

class StandardInput {
 public:
  explicit StandardInput(double seconds);
  Descriptor open() const;

 private:
  void keep(double seconds);

  Descriptor kept_;  // what came through a pipe
  bool is_file_ = false;
  off_t begins_ = 0;
};

StandardInput::StandardInput(double seconds) {
  struct stat what {};
  if (fstat(STDIN_FILENO, &what) != 0) return;
  if (S_ISREG(what.st_mode)) {
    begins_ = lseek(STDIN_FILENO, 0, SEEK_CUR);
    is_file_ = begins_ >= 0;
  } else if ((S_ISFIFO(what.st_mode) || S_ISSOCK(what.st_mode)) && has_something(STDIN_FILENO, 0)) {
    keep(seconds);
  }
}

void StandardInput::keep(double seconds) {
  using Clock = std::chrono::steady_clock;
  kept_ = Descriptor(memfd_create("standard-input", MFD_CLOEXEC));
  if (!kept_.is_open()) refuse("it cannot be kept");
  const auto start = Clock::now();
  std::array<char, 65536> buffer{};
  for (;;) {
    const std::chrono::duration<double> spent = Clock::now() - start;
    if (spent.count() > seconds || Interruption::asked()) refuse("it does not end");
    if (!has_something(STDIN_FILENO, wait_ms)) continue;
    const ssize_t n = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (n == 0) return;
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) refuse("it cannot be read");
    if (!kept_.write({buffer.data(), static_cast<std::size_t>(n)})) refuse("it cannot be kept");
  }
}

// By another descriptor, whose place in the file is its own.
Descriptor StandardInput::open() const {
  if (!is_file_ && !kept_.is_open()) return Descriptor();
  const std::string path = "/proc/self/fd/" + std::to_string(is_file_ ? STDIN_FILENO : kept_.get());
  Descriptor made(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!made.is_open()) refuse("it cannot be read again");
  lseek(made.get(), begins_, SEEK_SET);
  return made;
}

}  // namespace

Descriptor input_of(const RunLimits& limits) {
  if (limits.sandboxed) return Descriptor();
  static const StandardInput all(limits.seconds);
  return all.open();
}

}  // namespace gpumodel
