#include "models/access/requests.hpp"

#include <algorithm>
#include <bit>
#include <utility>

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

constexpr std::int64_t one_row = std::int64_t{bank_count} * word_bytes;  // of one word each

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

std::int64_t Requests::Request::pieces_of(std::int64_t bytes) const {
  const std::span<const std::int64_t> all = addresses();
  std::int64_t pieces = all.empty() ? 0 : 1;
  for (std::size_t i = 1; i < all.size(); ++i)
    pieces += all[i] / bytes != all[i - 1] / bytes ? 1 : 0;
  return pieces;
}

// Rows of an array begin at few places of a row of banks, and warps of a block take turns: so the
// latest requests of an access serve as they are. Of older ones all is still true but the tags of
// their lines, which are apart by chance.
struct Requests::Latest {
  static constexpr std::size_t kept = 4, known = 32;

  // What is looked at first: most requests differ in it.
  struct Key {
    std::int64_t first = 0, span = 0;  // address of the first active lane, and from it to the last
    std::uint32_t active = 0;
    int bytes = 0;
  };
  std::vector<Request> requests;
  std::vector<Key> keys;
  std::vector<std::size_t> order;  // of them, the latest first
};

Requests::Requests(std::size_t accesses, const MemoryRules& rules)
    : rules_(rules), row_bytes_(one_row * rules.words_per_bank), latest_(accesses) {}

Requests::~Requests() = default;

void Requests::Request::begin(const WarpLanes& lanes) {
  lanes_ = lanes;
  pieces_ = Pieces(lanes);
  find_sectors(pieces_, sectors_);
  touched_.reset();
  global_.reset();
  shared_.reset();
  paired_.fill({});
}

// By whole rows of the banks.
void Requests::Request::move(const WarpLanes& lanes, std::int64_t by) {
  lanes_ = lanes;
  pieces_.move(by);
  for (SectorRange& range : sectors_) {
    range.first += by / sector_bytes;
    range.end += by / sector_bytes;
  }
  has_tags_ = false;
  if (by / one_row % 2 != 0) std::swap(paired_[0], paired_[1]);
}

Requests::Seen Requests::find(std::size_t access, const WarpLanes& lanes) {
  Latest& latest = latest_[access];
  const auto first = static_cast<std::size_t>(std::countr_zero(lanes.active | 1U << 31U));
  const auto last = static_cast<std::size_t>(31 - std::countl_zero(lanes.active | 1U));
  const Latest::Key key = {lanes.address[first], lanes.address[last] - lanes.address[first],
                           lanes.active, lanes.bytes};
  const auto is_like = [&](std::size_t number) {
    const Latest::Key& other = latest.keys[number];
    const std::int64_t moved = key.first - other.first;
    return key.span == other.span && (moved & (row_bytes_ - 1)) == 0 &&
           key.active == other.active && key.bytes == other.bytes &&
           is_moved(lanes, latest.requests[number].lanes_, moved);
  };
  auto place = std::ranges::find_if(latest.order, is_like);
  const bool known = place != latest.order.end();
  if (place - latest.order.begin() <
      std::min<std::ptrdiff_t>(Latest::kept, std::ssize(latest.order))) {
    return {latest.requests[*place], key.first - latest.keys[*place].first};
  }
  if (!known && latest.order.size() < Latest::known) {
    latest.order.push_back(latest.requests.size());
    latest.requests.emplace_back();
    latest.keys.emplace_back();
    place = latest.order.end() - 1;
  } else if (!known) {
    --place;  // the oldest one
  }
  std::rotate(latest.order.begin(), place, place + 1);
  const std::size_t number = latest.order.front();
  Request& request = latest.requests[number];
  if (known) {
    request.move(lanes, key.first - latest.keys[number].first);
  } else {
    request.begin(lanes);
  }
  latest.keys[number] = key;
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

// The rows of a pair lie side by side: by one row further a request comes to other pairs.
const BankConflicts& Requests::paired(const Seen& seen, DataPath path) const {
  static const MemoryRules& kepler = *find_memory_rules({3, 0});
  const bool other = seen.moved / one_row % 2 != 0;
  std::optional<BankConflicts>& known = seen.like.paired_[other ? 1 : 0];
  if (!known) {
    WarpLanes lanes = seen.like.lanes_;
    for (std::int64_t& address : lanes.address) address += other ? one_row : 0;
    known = bank_conflicts(lanes, kepler, path, seen.like.pieces_);
  }
  return *known;
}

}  // namespace gpumodel
