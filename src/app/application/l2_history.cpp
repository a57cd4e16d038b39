#include "src/app/application/l2_history.hpp"

#include <algorithm>

namespace gpumodel {

void L2History::copied_from_host(std::size_t piece) {
  pieces_[piece].used = ++clock_;
  pieces_[piece].from_host = true;
}

// It still holds them where everything that was used since these were used last fits. What
// kernels, fills and copies on the device wrote stays there. What comes from the host goes through
// it, and is read from memory: all at once not faster than where L2 was flushed, line by line in 35
// to 60 % of the waits (validate/experiments/after_copy.cu). Memory in which nothing is yet is not
// waited for.
CacheStart L2History::use(const std::vector<std::size_t>& pieces) {
  std::uint64_t earliest = clock_ + 1;
  bool any = false;
  double bytes = 0.0, own = 0.0, from_host = 0.0;
  for (const std::size_t number : pieces) {
    const Piece& piece = pieces_[number];
    own += piece.bytes;
    if (piece.from_host) from_host += piece.bytes;
    if (piece.used == 0 && piece.empty) {
      bytes += piece.bytes;
      continue;
    }
    any = true;
    earliest = std::min(earliest, piece.used);
  }
  double all = bytes;
  for (const Piece& piece : pieces_) {
    if (piece.used == 0) continue;
    all += piece.bytes;
    if (piece.used >= earliest) bytes += piece.bytes;
  }
  const bool fits = any && earliest > 0 && bytes <= capacity_;
  const bool others = clock_ > 0 && all > capacity_;  // wrote what has to leave
  ++clock_;
  for (const std::size_t piece : pieces) {
    pieces_[piece].used = clock_;
    pieces_[piece].from_host = false;
  }
  if (fits) return from_host < own / 2.0 ? CacheStart::warm : CacheStart::copied;
  return others ? CacheStart::used : CacheStart::cold;
}

}  // namespace gpumodel
