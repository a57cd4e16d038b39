#include "src/cli/measure/serving_process.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>

#include "src/cli/measure/pipe.hpp"
#include "src/cli/measure/spawn.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t longest_reply = 64;

bool send_all(int socket, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t n = send(socket, text.data() + at, text.size() - at, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += static_cast<std::size_t>(n);
  }
  return true;
}

// What is there already, without waiting for more.
void take_rest(Descriptor& from, std::string& text, std::size_t most) {
  pollfd stream{from.get(), POLLIN, 0};
  while (from.is_open() && poll(&stream, 1, 0) > 0) {
    take(from, text, most);
    stream.fd = from.get();
  }
}

}  // namespace

ServingProcess::ServingProcess(const std::vector<std::string>& arguments) {
  std::array<int, 2> ends{-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) ends = {-1, -1};
  socket_ = Descriptor(ends[0]);
  const Descriptor theirs(ends[1]);
  PipeEnds out = make_pipe(), err = make_pipe();
  const std::array<Redirection, 3> to = {{{theirs.get(), STDIN_FILENO},
                                          {out.write.get(), STDOUT_FILENO},
                                          {err.write.get(), STDERR_FILENO}}};
  const bool can = socket_.is_open() && out.read.is_open() && err.read.is_open();
  const int failed = can ? spawn(arguments, to, {}, child_) : errno;
  if (failed != 0) {
    child_ = 0;
    why_not_ = std::strerror(failed);
    return;
  }
  out_ = std::move(out.read);
  err_ = std::move(err.read);
}

ServingProcess::~ServingProcess() {
  if (!is_there()) return;
  kill(-child_, SIGKILL);  // it waits for an ask
  ProcessResult nobodys;
  end(nobodys);
}

// Nothing more comes from it.
void ServingProcess::end(ProcessResult& result) {
  int status = 0;
  while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  child_ = 0;
  socket_.close();
}

// False where it has to be stopped, or has come to its own end.
bool ServingProcess::collect(double limit_seconds, ProcessResult& result) {
  const auto start = std::chrono::steady_clock::now();
  std::string reply;
  for (;;) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    result.timed_out = spent.count() > limit_seconds;
    result.interrupted = Interruption::asked();
    result.overflowed = result.out.size() > most_output;
    if (result.timed_out || result.interrupted || result.overflowed) return false;
    std::array<pollfd, 3> streams = {
        {{out_.get(), POLLIN, 0}, {err_.get(), POLLIN, 0}, {socket_.get(), POLLIN, 0}}};
    if (poll(streams.data(), streams.size(), look_every_ms) <= 0) continue;
    if (streams[0].revents != 0) take(out_, result.out, most_output);
    if (streams[1].revents != 0) take(err_, result.err, most_messages);
    if (streams[2].revents != 0) take(socket_, reply, longest_reply);
    if (!socket_.is_open()) return false;
    if (reply.empty() || reply.back() != '\n') continue;
    // It replies behind all that was printed.
    take_rest(out_, result.out, most_output);
    take_rest(err_, result.err, most_messages);
    return std::sscanf(reply.c_str(), "%d %d", &result.exit_code, &result.signal) == 2;
  }
}

ProcessResult ServingProcess::ask(const std::vector<std::string>& words, double limit_seconds) {
  ProcessResult result;
  if (!is_there()) {
    result.why_not = why_not_.empty() ? "it has ended" : why_not_;
    return result;
  }
  std::string text;
  for (const std::string& word : words) text.append(word).push_back('\0');
  send_all(socket_.get(), std::to_string(text.size()) + "\n" + text);  // else it has ended
  if (collect(limit_seconds, result)) return result;
  const bool by_itself = !result.timed_out && !result.interrupted && !result.overflowed;
  if (!by_itself) kill(-child_, SIGKILL);
  end(result);
  take_rest(out_, result.out, most_output);
  take_rest(err_, result.err, most_messages);
  return result;
}

}  // namespace gpumodel
