#include "models/access/bank_conflicts.hpp"

#include <algorithm>

#include "models/access/touched.hpp"

namespace gpumodel {
namespace {

// Distinct rows per bank for one pass. A row is what a bank can give in one clock: on most devices
// a word, on Kepler two words 32 apart.
class Banks {
 public:
  explicit Banks(int words_per_bank)
      : row_shift_(std::countr_zero(static_cast<unsigned>(bank_count * words_per_bank))) {
    latest_.fill(none);
  }

  void add(std::int64_t word) {
    const auto bank = static_cast<std::size_t>(word % bank_count);
    const std::int64_t row = word >> row_shift_;  // words of a row are a power of two
    int depth = 1;
    for (std::int16_t at = latest_[bank]; at != none; at = before_[static_cast<std::size_t>(at)]) {
      if (row_[static_cast<std::size_t>(at)] == row) return;
      ++depth;
    }
    row_[used_] = row;
    before_[used_] = latest_[bank];
    latest_[bank] = static_cast<std::int16_t>(used_++);
    degree_ = std::max(degree_, depth);
  }
  int degree() const { return degree_; }

 private:
  static constexpr std::int16_t none = -1;
  // Of one pass: an element that is not aligned lies in a word more than it is long.
  static constexpr std::size_t most_words = lanes_per_warp * (max_access_bytes / word_bytes + 1);

  int row_shift_;
  // The rows of each bank, from the latest to those before it.
  std::array<std::int16_t, bank_count> latest_;
  std::array<std::int64_t, most_words> row_;
  std::array<std::int16_t, most_words> before_;
  std::size_t used_ = 0;
  int degree_ = 0;
};

// Whether every active lane i has the address of lane i^distance, or that one is inactive.
bool pairs_agree(const WarpLanes& lanes, unsigned distance) {
  for (unsigned i = 0; i < lanes_per_warp; ++i) {
    const unsigned j = i ^ distance;
    if ((lanes.active >> i & lanes.active >> j & 1U) == 0) continue;
    if (lanes.address[i] != lanes.address[j]) return false;
  }
  return true;
}

// As many words side by side as there are banks are in one bank each: the usual case needs no
// counting.
bool side_by_side(const WarpLanes& lanes, std::uint32_t members) {
  std::int64_t first = INT64_MAX, last = 0;
  for (std::uint32_t left = members; left != 0; left &= left - 1) {
    const std::int64_t address = lanes.address[static_cast<std::size_t>(std::countr_zero(left))];
    first = std::min(first, address);
    last = std::max(last, address);
  }
  return members != 0 && (last + lanes.bytes - 1) / word_bytes - first / word_bytes < bank_count;
}

int degree_of_pass(const WarpLanes& lanes, std::uint32_t members, int words_per_bank) {
  if (side_by_side(lanes, members & lanes.active)) return 1;
  Banks banks(words_per_bank);
  for (std::uint32_t left = members & lanes.active; left != 0; left &= left - 1) {
    const std::int64_t address = lanes.address[static_cast<std::size_t>(std::countr_zero(left))];
    const std::int64_t last = (address + lanes.bytes - 1) / word_bytes;
    for (std::int64_t word = address / word_bytes; word <= last; ++word) banks.add(word);
  }
  return banks.degree();
}

int passes_of(const WarpLanes& lanes, int pass_bytes) {
  const auto size = static_cast<int>(std::bit_ceil(static_cast<unsigned>(lanes.bytes)));
  return std::max(1, size * lanes_per_warp / pass_bytes);
}

BankConflicts conflicts(const WarpLanes& lanes, const MemoryRules& rules, int passes) {
  const int width = lanes_per_warp / passes;
  const std::uint32_t first =
      width == lanes_per_warp ? all_lanes : (std::uint32_t{1} << width) - 1U;
  BankConflicts result{.passes = passes};
  for (int pass = 0; pass < passes; ++pass) {
    const int degree = degree_of_pass(lanes, first << (pass * width), rules.words_per_bank);
    result.degree = std::max(result.degree, degree);
    result.wavefronts += degree;
  }
  result.wavefronts = std::max(result.wavefronts, passes);
  return result;
}

}  // namespace

BankConflicts bank_conflicts(const WarpLanes& lanes, const MemoryRules& rules, DataPath path) {
  if (lanes.active == 0) return {};
  const int pass_bytes = bank_count * word_bytes * rules.words_per_bank;
  int passes = passes_of(lanes, pass_bytes);
  const bool merges =
      path == DataPath::shared && passes > 1 && (pairs_agree(lanes, 1) || pairs_agree(lanes, 2));
  if (merges) passes /= 2;
  return conflicts(lanes, rules, passes);
}

}  // namespace gpumodel
