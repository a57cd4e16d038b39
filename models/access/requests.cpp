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

Requests::Seen Requests::find(std::size_t access, const WarpLanes& lanes) {
  Latest& latest = latest_[access];
  const auto first = static_cast<std::size_t>(std::countr_zero(lanes.active | 1U << 31U));
  const auto last = static_cast<std::size_t>(31 - std::countl_zero(lanes.active | 1U));
  for (Request& request : latest.requests) {
    const std::int64_t moved = lanes.address[first] - request.lanes_.address[first];
    if ((moved & (row_bytes_ - 1)) != 0 || request.lanes_.active != lanes.active ||
        lanes.address[last] - request.lanes_.address[last] != moved ||
        request.lanes_.bytes != lanes.bytes || request.pieces_.empty()) {
      continue;
    }
    if (is_moved(lanes, request.lanes_, moved)) return {request, moved};
  }
  Request& request = latest.requests[latest.next];
  latest.next = (latest.next + 1) % kept;
  request.lanes_ = lanes;
  request.pieces_ = Pieces(lanes);
  find_sectors(request.pieces_, request.sectors_);
  request.touched_.reset();
  request.global_.reset();
  request.shared_.reset();
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
  }
  return *request.global_;
}

const BankConflicts& Requests::shared(Request& request) const {
  if (!request.shared_) {
    request.shared_ = bank_conflicts(request.lanes_, rules_, DataPath::shared, request.pieces_);
  }
  return *request.shared_;
}

}  // namespace gpumodel
