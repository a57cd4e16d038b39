#include "models/access/pieces.hpp"

#include <algorithm>
#include <bit>

namespace gpumodel {

Pieces::Pieces(const WarpLanes& lanes, std::uint32_t members) {
  bool ascending = true;  // the usual case needs no sorting
  for (std::uint32_t left = lanes.active & members; left != 0; left &= left - 1) {
    const std::int64_t address = lanes.address[static_cast<std::size_t>(std::countr_zero(left))];
    ascending = ascending && (lanes_ == 0 || addresses_[lanes_ - 1] <= address);
    addresses_[lanes_++] = address;
  }
  if (!ascending) std::ranges::sort(std::span(addresses_.data(), lanes_));
  join(lanes.bytes);
}

Pieces::Pieces(std::span<const std::int64_t> ascending, int bytes) : lanes_(ascending.size()) {
  std::ranges::copy(ascending, addresses_.begin());
  join(bytes);
}

void Pieces::join(int bytes) {
  for (const std::int64_t address : addresses()) {
    if (count_ == 0 || address > pieces_[count_ - 1].end) pieces_[count_++].begin = address;
    pieces_[count_ - 1].end = address + bytes;
  }
}

}  // namespace gpumodel
