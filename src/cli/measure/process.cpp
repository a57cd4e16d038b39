#include "src/cli/measure/process.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "src/cli/measure/pipe.hpp"
#include "src/cli/measure/spawn.hpp"

namespace gpumodel {
namespace {

volatile sig_atomic_t stop_asked = 0;

void note_signal(int) {
  stop_asked = 1;
}

// Collects output until both streams end; false if the child must be stopped.
class Collector {
 public:
  Collector(Descriptor& out, Descriptor& err, double limit_seconds, ProcessResult& result)
      : out_(out), err_(err), limit_(limit_seconds), result_(result) {}

  bool collect() {
    while (out_.is_open() || err_.is_open()) {
      if (must_stop()) return false;
      std::array<pollfd, 2> streams = {{{out_.get(), POLLIN, 0}, {err_.get(), POLLIN, 0}}};
      if (poll(streams.data(), streams.size(), look_every_ms) <= 0) continue;
      if (streams[0].revents != 0) take(out_, result_.out, most_output);
      if (streams[1].revents != 0) take(err_, result_.err, most_messages);
    }
    return true;
  }

 private:
  bool must_stop() {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
    result_.timed_out = spent.count() > limit_;
    result_.interrupted = Interruption::asked();
    result_.overflowed = result_.out.size() > most_output;
    return result_.timed_out || result_.interrupted || result_.overflowed;
  }

  Descriptor& out_;
  Descriptor& err_;
  double limit_;
  ProcessResult& result_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void wait_for(pid_t child, ProcessResult& result) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
}

}  // namespace

std::string ProcessResult::last_words() const {
  std::size_t end = err.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return {};
  const std::size_t before = err.rfind('\n', end);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  std::string line = err.substr(begin, end + 1 - begin);
  if (line.starts_with("error: ")) line.erase(0, 7);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return line;
}

ProcessResult run_process(const std::vector<std::string>& arguments, double limit_seconds) {
  ProcessResult result;
  PipeEnds out = make_pipe();
  PipeEnds err = make_pipe();
  pid_t child = 0;
  const std::array<Redirection, 2> to = {
      {{out.write.get(), STDOUT_FILENO}, {err.write.get(), STDERR_FILENO}}};
  const int failed =
      out.read.is_open() && err.read.is_open() ? spawn(arguments, to, {}, child) : errno;
  if (failed != 0) {
    result.why_not = std::strerror(failed);
    return result;
  }
  out.write.close();
  err.write.close();
  if (!Collector(out.read, err.read, limit_seconds, result).collect()) kill(-child, SIGKILL);
  wait_for(child, result);
  return result;
}

Interruption::Interruption() {
  stop_asked = 0;
  struct sigaction action {};
  action.sa_handler = note_signal;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

Interruption::~Interruption() {
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
}

bool Interruption::asked() {
  return stop_asked != 0;
}

}  // namespace gpumodel
