#include "src/cli/measure/pipe.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace gpumodel {

PipeEnds make_pipe() {
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) ends = {-1, -1};
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

void take(Descriptor& from, std::string& text, std::size_t most) {
  std::array<char, 65536> buffer{};
  const ssize_t n = read(from.get(), buffer.data(), buffer.size());
  if (n < 0 && errno == EINTR) return;
  if (n <= 0) {
    from.close();
    return;
  }
  text.append(buffer.data(), static_cast<std::size_t>(n));
  if (text.size() > 2 * most) text.erase(0, text.size() - most);
}

}  // namespace gpumodel
