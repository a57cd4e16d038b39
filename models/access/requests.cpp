#include "models/access/requests.hpp"

#include <algorithm>
#include <bit>

namespace gpumodel {
namespace {

// Whether all active lanes lie as far behind those of the other.
bool is_moved(const WarpLanes& lanes, const WarpLanes& other, std::int64_t by) {
  std::int64_t different = 0;
  if (lanes.active == all_lanes) {  // the usual case, four times as fast
    for (std::size_t lane = 0; lane < lanes_per_warp; ++lane) {
      different |= lanes.address[lane] - other.address[lane] - by;
    }
    return different == 0;
  }
  for (std::size_t lane = 0; lane < lanes_per_warp; ++lane) {
    const std::int64_t active = -static_cast<std::int64_t>(lanes.active >> lane & 1U);
    different |= (lanes.address[lane] - other.address[lane] - by) & active;
  }
  return different == 0;
}

void find_sectors(const Pieces& pieces, std::vector<SectorRange>& sectors) {
  sectors.clear();
  for (const Pieces::Piece& piece : pieces) {
    const std::int64_t first = piece.begin / sector_bytes;
    const std::int64_t end = (piece.end - 1) / sector_bytes + 1;
    if (!sectors.empty() && first <= sectors.back().end) {
      sectors.back().end = end;
    } else {
      sectors.push_back({first, end});
    }
  }
}

}  // namespace

Requests::Requests(std::size_t accesses, const MemoryRules& rules)
    : rules_(rules),
      row_bytes_(std::int64_t{bank_count} * word_bytes * rules.words_per_bank),
      latest_(accesses) {}

void Requests::Request::fill(const WarpLanes& lanes) {
  lanes_ = lanes;
  pieces_ = Pieces(lanes);
  find_sectors(pieces_, sectors_);
  touched_.reset();
  global_.reset();
  shared_.reset();
}

// That is `moved` bytes behind a request which is like it, this one's place in memory perhaps.
void Requests::Request::fill(const WarpLanes& lanes, const Request& like, std::int64_t moved) {
  if (this != &like) *this = like;
  lanes_ = lanes;
  pieces_.move(moved);
  for (SectorRange& range : sectors_) {
    range.first += moved / sector_bytes;
    range.end += moved / sector_bytes;
  }
  has_tags_ = false;
}

bool Requests::is_like(const Latest& latest, std::size_t nth, const Key& key,
                       const WarpLanes& lanes) const {
  const std::size_t at = (latest.next + known - 1 - nth) % known;
  const Key& other = latest.keys[at];
  const std::int64_t moved = key.first - other.first;
  return (moved & (row_bytes_ - 1)) == 0 && key.span == other.span && key.active == other.active &&
         key.bytes == other.bytes && is_moved(lanes, latest.requests[at].lanes_, moved);
}

Requests::Seen Requests::find(std::size_t access, const WarpLanes& lanes) {
  Latest& latest = latest_[access];
  const auto first = static_cast<std::size_t>(std::countr_zero(lanes.active | 1U << 31U));
  const auto last = static_cast<std::size_t>(31 - std::countl_zero(lanes.active | 1U));
  const Key key = {lanes.address[first], lanes.address[last] - lanes.address[first], lanes.active,
                   lanes.bytes};
  std::size_t nth = 0;
  const std::size_t count = latest.requests.size();
  while (nth < count && !is_like(latest, nth, key, lanes)) ++nth;
  const std::size_t at = (latest.next + known - 1 - nth) % known;
  if (nth < std::min(kept, count)) return {latest.requests[at], key.first - latest.keys[at].first};
  if (count < known) {
    latest.requests.emplace_back();
    latest.keys.emplace_back();
  }
  Request& request = latest.requests[latest.next];
  if (nth < count) {
    request.fill(lanes, latest.requests[at], key.first - latest.keys[at].first);
  } else {
    request.fill(lanes);
  }
  latest.keys[latest.next] = key;
  latest.next = (latest.next + 1) % known;
  return {request};
}

const Touched& Requests::touched(Request& request) const {
  if (request.global_) return request.global_->touched;
  if (!request.touched_) request.touched_ = touched_by(request.pieces_);
  return *request.touched_;
}

const GlobalAccess& Requests::global(Request& request) {
  if (!request.global_) {
    request.global_ = global_access(request.lanes_, rules_, request.pieces_, &lookups_);
  } else if (!request.has_tags_) {
    look_up_tags(rules_, request.pieces_, &lookups_, *request.global_);
  }
  request.has_tags_ = true;
  return *request.global_;
}

const BankConflicts& Requests::shared(Request& request) const {
  if (!request.shared_) {
    request.shared_ = bank_conflicts(request.lanes_, rules_, DataPath::shared, request.pieces_);
  }
  return *request.shared_;
}

}  // namespace gpumodel
