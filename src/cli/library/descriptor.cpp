#include "src/cli/library/descriptor.hpp"

#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace gpumodel {

Descriptor::~Descriptor() {
  close();
}

void Descriptor::close() {
  if (is_open()) ::close(number_);
  number_ = -1;
}

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

bool Descriptor::write(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t n = ::write(number_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

bool Descriptor::sync() const {
  return fsync(number_) == 0 || errno == EINVAL || errno == EROFS;
}

Descriptor::Lock Descriptor::lock() const {
  if (flock(number_, LOCK_EX | LOCK_NB) == 0) return Lock::got;
  return errno == EWOULDBLOCK ? Lock::taken : Lock::not_possible;
}

}  // namespace gpumodel
