#include "src/describe/serve.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <optional>

namespace gpumodel::describe {
namespace {

constexpr std::size_t longest_ask = std::size_t{16} << 20U, longest_number = 12;

bool read_all(char* to, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t n = read(STDIN_FILENO, to, bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    to += n;
    bytes -= static_cast<std::size_t>(n);
  }
  return true;
}

// Nothing where there is no more, or where it is none.
std::optional<std::vector<std::string>> next_ask() {
  std::string digits;
  for (char c = 0; digits.size() < longest_number && read_all(&c, 1) && c != '\n';) digits += c;
  std::size_t bytes = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bytes);
  if (error != std::errc() || end != digits.data() + digits.size() || bytes > longest_ask)
    return std::nullopt;
  std::string text(bytes, '\0');
  if (!read_all(text.data(), bytes)) return std::nullopt;
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size(); at += words.back().size() + 1)
    words.emplace_back(text.c_str() + at);
  return words;
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

bool reply(int status) {
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  const std::string text = std::to_string(code) + " " + std::to_string(signal) + "\n";
  return write(STDIN_FILENO, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

}  // namespace

int serve(const std::function<int(const std::vector<std::string>&)>& answer) {
  while (const auto words = next_ask()) {
    const pid_t child = fork();
    if (child < 0) return 70;
    if (child == 0) {
      const int code = answer(*words);
      std::fflush(nullptr);
      _exit(code);  // what the first process still has to do at its end is not done twice
    }
    if (!reply(wait_for(child))) break;
  }
  return 0;
}

}  // namespace gpumodel::describe
