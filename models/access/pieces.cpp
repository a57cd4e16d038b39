#include "models/access/pieces.hpp"

#include <algorithm>
#include <bit>

namespace gpumodel {

Pieces::Pieces(const WarpLanes& lanes, std::uint32_t members) {
  const std::uint32_t active = lanes.active & members;
  if (active == all_lanes) {  // the usual case
    addresses_ = lanes.address;
    lanes_ = lanes_per_warp;
  } else {
    for (std::uint32_t left = active; left != 0; left &= left - 1) {
      addresses_[lanes_++] = lanes.address[static_cast<std::size_t>(std::countr_zero(left))];
    }
  }
  const std::span used(addresses_.data(), lanes_);
  if (!std::ranges::is_sorted(used)) std::ranges::sort(used);
  join(lanes.bytes);
}

Pieces::Pieces(std::span<const std::int64_t> ascending, int bytes) : lanes_(ascending.size()) {
  std::ranges::copy(ascending, addresses_.begin());
  join(bytes);
}

void Pieces::join(int bytes) {
  if (lanes_ == 0) return;
  std::int64_t begin = addresses_[0];
  for (std::size_t i = 1; i < lanes_; ++i) {
    const std::int64_t end = addresses_[i - 1] + bytes;
    if (addresses_[i] <= end) continue;
    pieces_[count_++] = {begin, end};
    begin = addresses_[i];
  }
  pieces_[count_++] = {begin, addresses_[lanes_ - 1] + bytes};
}

void Pieces::move(std::int64_t bytes) {
  for (std::size_t i = 0; i < lanes_; ++i) addresses_[i] += bytes;
  for (std::size_t i = 0; i < count_; ++i) {
    pieces_[i].begin += bytes;
    pieces_[i].end += bytes;
  }
}

}  // namespace gpumodel
