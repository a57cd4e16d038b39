#include "models/access/tag_lookups.hpp"

#include <algorithm>
#include <bit>

#include "models/access/memory_rules.hpp"
#include "models/core/mixed.hpp"

namespace gpumodel {
namespace {

constexpr int line_shift = 7;
static_assert(1 << line_shift == line_bytes);

}  // namespace

LinesTouched::LinesTouched(const Pieces& pieces) {
  for (const Pieces::Piece& piece : pieces) {
    const std::int64_t end = (piece.end - 1) >> line_shift;
    const std::int64_t next = count_ > 0 ? lines_[count_ - 1] + 1 : INT64_MIN;
    for (std::int64_t line = std::max(next, piece.begin >> line_shift); line <= end; ++line) {
      lines_[count_++] = line;
    }
  }
}

double tag_passes(const LinesTouched& lines, int per_clock) {
  constexpr int ways = 8;
  const auto banks = static_cast<std::uint64_t>(per_clock);
  const int shift = std::countr_zero(banks);
  std::uint64_t sum = 0;
  for (std::uint64_t way = 0; way < ways; ++way) {
    std::uint64_t in_banks = 0;  // the lines in each, a byte each
    for (const std::int64_t line : lines.all()) {
      const std::uint64_t place = static_cast<std::uint64_t>(line) + way;
      const std::uint64_t bank = (place + mixed((place >> shift) * ways + way)) & (banks - 1);
      in_banks += std::uint64_t{1} << 8U * bank;
    }
    std::uint64_t most = 0;
    for (; in_banks != 0; in_banks >>= 8U) most = std::max(most, in_banks & 0xFFU);
    sum += most;
  }
  return static_cast<double>(sum) / ways;
}

double TagLookups::passes(const LinesTouched& lines, int per_clock) {
  if (lines.all().empty()) return 0.0;
  if (table_.empty()) table_.resize(fewest);
  if (misses_ > table_.size() && table_.size() < most) {
    table_ = std::vector<Remembered>(2 * table_.size());
    misses_ = 0;
  }
  Remembered& here = table_[place_in_table(lines.all().front(), table_.size())];
  if (here.per_clock != per_clock || !std::ranges::equal(here.lines.all(), lines.all())) {
    here = {lines, per_clock, tag_passes(lines, per_clock)};
    ++misses_;
  }
  return here.passes;
}

}  // namespace gpumodel
