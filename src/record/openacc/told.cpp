#include "src/record/openacc/told.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>

extern "C" const char __executable_start;  // NOLINT(readability-identifier-naming): the linker's

namespace gpumodel::openacc {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto shortest_pause = std::chrono::microseconds(20);

int channel() {
  static const int made = [] {
    const char* text = std::getenv("GPUMODEL_RECORD_SOCKET");
    if (text != nullptr) return std::atoi(text);
    std::fputs("error: this program was built to be predicted: gpumodel runs it\n", stderr);
    _exit(126);
  }();
  return made;
}

Clock::time_point& last_call() {
  static Clock::time_point ended = Clock::now();
  return ended;
}
// The program begins before main does.
[[maybe_unused]] const Clock::time_point beginning_of_program = last_call();

}  // namespace

Caller caller_of(const void* return_address, long queue) {
  return {
      static_cast<std::uintptr_t>(static_cast<const char*>(return_address) - &__executable_start) -
          1,
      queue};
}

std::string beginning(const char* what, const Caller& caller) {
  return std::string(what) + ' ' + std::to_string(caller.at) + ' ' +
         (caller.queue == synchronous ? "-" : std::to_string(caller.queue));
}

void add(std::string& line, const char* clause, const char* host, std::size_t bytes) {
  line += std::string(" ") + clause + ':' + std::to_string(reinterpret_cast<std::uintptr_t>(host)) +
          ':' + std::to_string(bytes);
}

void tell(std::string line) {
  line += '\n';
  const char* at = line.data();
  for (std::size_t left = line.size(); left > 0;) {
    const ssize_t sent = send(channel(), at, left, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) _exit(125);  // gpumodel has ended
    at += sent;
    left -= static_cast<std::size_t>(sent);
  }
}

void fail(const Caller& caller, const std::string& why) {
  tell(beginning("fault", caller) + ' ' + why);
  _exit(126);
}

bool goes_on() {
  static const bool given = [] {
    const char* setup = std::getenv("GPUMODEL_RECORD_SETUP");
    return setup != nullptr && *setup != '\0';
  }();
  return given;
}

void assume(const Caller& caller) {
  static auto* said = new std::set<std::uintptr_t>;
  if (said->insert(caller.at).second) tell(beginning("assumed", {caller.at, synchronous}));
}

Call::Call() {
  const auto pause = Clock::now() - last_call();
  if (pause < shortest_pause) return;
  tell("host 0 - " +
       std::to_string(std::chrono::duration_cast<std::chrono::nanoseconds>(pause).count()));
}

Call::~Call() {
  last_call() = Clock::now();
}

}  // namespace gpumodel::openacc
