// The memory that lanes of a warp touch, in ascending order: of most requests a few pieces, where
// there are 32 addresses.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "models/access/lanes.hpp"

namespace gpumodel {

class Pieces {
 public:
  struct Piece {  // a stretch of bytes
    std::int64_t begin, end;
  };

  Pieces() = default;
  // Of the active lanes, or of some of them.
  explicit Pieces(const WarpLanes& lanes, std::uint32_t members = all_lanes);
  // Of `bytes` at each of some addresses, 32 at most, ascending.
  Pieces(std::span<const std::int64_t> ascending, int bytes);

  // Of the lanes, ascending.
  std::span<const std::int64_t> addresses() const { return {addresses_.data(), lanes_}; }
  // Ascending; they neither overlap nor touch each other.
  const Piece* begin() const { return pieces_.data(); }
  const Piece* end() const { return pieces_.data() + count_; }
  bool empty() const { return count_ == 0; }
  // All of it so many bytes further.
  void move(std::int64_t bytes);

 private:
  void join(int bytes);

  std::array<std::int64_t, lanes_per_warp> addresses_;
  std::array<Piece, lanes_per_warp> pieces_;
  std::size_t lanes_ = 0, count_ = 0;
};

}  // namespace gpumodel
