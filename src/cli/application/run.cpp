#include "src/cli/application/run.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>

#include "src/cli/application/input.hpp"
#include "src/cli/application/sandbox.hpp"
#include "src/cli/library/descriptor.hpp"
#include "src/cli/measure/process.hpp"
#include "src/cli/measure/spawn.hpp"
#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t longest_line = 512UL * 1024;
constexpr int look_ms = 50;
constexpr int socket_of_child = 3;

using SteadyClock = std::chrono::steady_clock;

struct Sockets {
  Descriptor own, child;
};

Sockets make_sockets() {
  std::array<int, 2> ends{-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) ends = {-1, -1};
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// The program's own library is not for the tools that stand in front of it.
std::vector<std::string> in_sandbox(const std::vector<std::string>& command,
                                    const std::string& preloaded) {
  std::vector<std::string> all = sandbox().words;
  if (!preloaded.empty()) all.insert(all.end(), {"/usr/bin/env", "LD_PRELOAD=" + preloaded});
  all.insert(all.end(), command.begin(), command.end());
  return all;
}

int start(const std::vector<std::string>& command, const std::string& setup,
          const std::string& preloaded, const RunLimits& limits, int socket, Printed printed,
          pid_t& child) {
  std::vector<Redirection> to = {{socket, socket_of_child}};
  if (printed == Printed::to_err) to.insert(to.begin(), {STDERR_FILENO, STDOUT_FILENO});
  const Descriptor nowhere(printed == Printed::nowhere ? open("/dev/null", O_WRONLY | O_CLOEXEC)
                                                       : -1);
  if (nowhere.is_open())  // before its number may be taken
    to.insert(to.begin(), {{nowhere.get(), STDOUT_FILENO}, {nowhere.get(), STDERR_FILENO}});
  std::vector<std::string> more = {"GPUMODEL_RECORD_SOCKET=" + std::to_string(socket_of_child),
                                   "GPUMODEL_RECORD_SETUP=" + setup};
  const Descriptor input = input_of(limits);
  if (input.is_open()) to.insert(to.begin(), {input.get(), STDIN_FILENO});
  if (limits.sandboxed) return spawn(in_sandbox(command, preloaded), to, std::move(more), child);
  if (!preloaded.empty()) more.push_back("LD_PRELOAD=" + preloaded);
  return spawn(command, to, std::move(more), child);
}

double resident_bytes(pid_t child) {
  std::ifstream file("/proc/" + std::to_string(child) + "/statm");
  double whole = 0.0, resident = 0.0;
  file >> whole >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

class Session {
 public:
  Session(pid_t child, Descriptor socket, const RunLimits& limits,
          const std::function<std::optional<std::string>(const std::string&)>& take)
      : child_(child), socket_(std::move(socket)), limits_(limits), take_(take) {}
  ~Session() {
    if (!ended_) stop();
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  RunEnd run() {
    while (socket_.is_open() && !ended_) {
      if (must_stop()) {
        stop();
        return end_;
      }
      pollfd stream{socket_.get(), POLLIN, 0};
      if (poll(&stream, 1, look_ms) > 0) {
        receive();
      } else {
        reap(WNOHANG);
      }
    }
    while (!ended_) {  // it closed the line, and goes on
      if (must_stop()) {
        stop();
        return end_;
      }
      reap(WNOHANG);
      if (!ended_) poll(nullptr, 0, 1);
    }
    return end_;
  }

 private:
  void receive() {
    std::array<char, 65536> buffer{};
    const ssize_t n = read(socket_.get(), buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) return;
    if (n <= 0) {
      socket_.close();
      return;
    }
    line_.append(buffer.data(), static_cast<std::size_t>(n));
    std::size_t begin = 0;
    const auto from = SteadyClock::now();
    for (std::size_t end; (end = line_.find('\n', begin)) != std::string::npos; begin = end + 1) {
      const auto answer = take_(line_.substr(begin, end - begin));
      if (answer && ::send(socket_.get(), answer->data(), answer->size(), MSG_NOSIGNAL) < 0) break;
    }
    own_ += SteadyClock::now() - from;
    line_.erase(0, begin);
    if (line_.size() > longest_line) {
      throw InputError{{{.id = "application-record",
                         .message = "what the application did: a line without an end"}}};
    }
  }

  bool must_stop() {
    const std::chrono::duration<double> spent = SteadyClock::now() - start_ - own_;
    end_.timed_out = spent.count() > limits_.seconds;
    end_.too_big = resident_bytes(child_) > limits_.bytes;
    end_.interrupted = Interruption::asked();
    return end_.stopped();
  }

  void reap(int how) {
    int status = 0;
    const pid_t got = waitpid(child_, &status, how);
    if (got != child_) return;
    ended_ = true;
    if (WIFEXITED(status)) end_.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) end_.signal = WTERMSIG(status);
  }

  void stop() {
    kill(-child_, SIGKILL);
    while (!ended_ && errno != ECHILD) reap(0);
  }

  pid_t child_;
  Descriptor socket_;
  const RunLimits& limits_;
  const std::function<std::optional<std::string>(const std::string&)>& take_;
  std::string line_;
  RunEnd end_;
  bool ended_ = false;
  SteadyClock::time_point start_ = SteadyClock::now();
  SteadyClock::duration own_{};
};

}  // namespace

RunEnd run_recorded(const std::vector<std::string>& command, const std::string& setup,
                    const std::string& preloaded, const RunLimits& limits, Printed printed,
                    const std::function<std::optional<std::string>(const std::string&)>& take) {
  const Interruption noted;
  Sockets sockets = make_sockets();
  pid_t child = 0;
  const int failed = sockets.own.is_open() ? start(command, setup, preloaded, limits,
                                                   sockets.child.get(), printed, child)
                                           : errno;
  if (failed != 0) {
    throw InputError{
        {{.id = "application-failed",
          .message = "the application did not start: " + std::string(std::strerror(failed))}}};
  }
  sockets.child.close();
  Session session(child, std::move(sockets.own), limits, take);
  return session.run();
}

}  // namespace gpumodel
