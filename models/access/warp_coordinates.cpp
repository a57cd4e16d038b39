#include "models/access/warp_coordinates.hpp"

namespace gpumodel {

std::uint32_t WarpPlace::active() const {
  const std::int64_t left = block.count() - warp * lanes_per_warp;
  if (left >= lanes_per_warp) return all_lanes;
  return left <= 0 ? 0U : (std::uint32_t{1} << left) - 1U;
}

Extent3 WarpPlace::thread(int lane) const {
  const std::int64_t number = warp * lanes_per_warp + lane;
  return {number % block.x, number / block.x % block.y, number / (block.x * block.y)};
}

bool is_short_coordinate(std::string_view name) {
  return name == "i" || name == "tid" || name == "j" || name == "k";
}

void coordinate_values(const WarpPlace& place, int lane, std::span<Number> values) {
  const Extent3 t = place.thread(lane);
  const Extent3& b = place.block_index;
  const Extent3& d = place.block;
  const Extent3 g{b.x * d.x + t.x, b.y * d.y + t.y, b.z * d.z + t.z};
  const std::array<std::int64_t, coordinate_names.size()> all = {
      t.x, t.y, t.z, b.x, b.y, b.z, d.x, d.y, d.z, g.x, g.y, g.z, lane, place.warp,
      g.x, g.x, g.y, g.z, t.x, t.y, t.z, b.x, b.y, b.z, d.x, d.y, d.z};
  for (std::size_t at = 0; at < all.size(); ++at) values[at] = Number::integer(all[at]);
}

}  // namespace gpumodel
