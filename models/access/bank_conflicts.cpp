#include "models/access/bank_conflicts.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <ranges>
#include <span>

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

// Where a bank gives two words.
int degree_of_rows(const WarpLanes& lanes, std::uint32_t members, int words_per_bank) {
  Banks banks(words_per_bank);
  for (std::uint32_t left = members & lanes.active; left != 0; left &= left - 1) {
    const std::int64_t address = lanes.address[static_cast<std::size_t>(std::countr_zero(left))];
    const std::int64_t last = (address + lanes.bytes - 1) / word_bytes;
    for (std::int64_t word = address / word_bytes; word <= last; ++word) banks.add(word);
  }
  return banks.degree();
}

// Where it gives one, each word is another row than those before it. Of stretches of bytes,
// ascending.
template <class Stretches>
int degree_of_words(const Stretches& stretches) {
  if (std::ranges::empty(stretches)) return 0;
  const std::int64_t end =
      (Pieces::Piece(*std::ranges::prev(stretches.end())).end - 1) / word_bytes;
  if (end - Pieces::Piece(*stretches.begin()).begin / word_bytes < bank_count) return 1;  // usual
  std::array<std::uint8_t, bank_count> words{};
  std::int64_t next = 0;  // the first that is not counted yet
  for (const Pieces::Piece piece : stretches) {
    const std::int64_t last = (piece.end - 1) / word_bytes;
    for (next = std::max(next, piece.begin / word_bytes); next <= last; ++next) {
      ++words[static_cast<std::size_t>(next % bank_count)];
    }
  }
  return std::ranges::max(words);
}

// Of some lanes that follow each other.
int degree_of_pass(const WarpLanes& lanes, int first, int width, const Pieces& pieces) {
  const std::span<const std::int64_t> addresses = pieces.addresses();
  if (!std::ranges::equal(addresses, lanes.address)) {
    const std::uint32_t members = ((std::uint32_t{1} << width) - 1U) << first;
    return degree_of_words(Pieces(lanes, members));
  }
  // The usual case: all of them, and in order.
  const auto piece_at = [&](std::int64_t address) {
    return Pieces::Piece{address, address + lanes.bytes};
  };
  return degree_of_words(
      addresses.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(width)) |
      std::views::transform(piece_at));
}

int passes_of(const WarpLanes& lanes, int pass_bytes) {
  const auto size = static_cast<int>(std::bit_ceil(static_cast<unsigned>(lanes.bytes)));
  return std::max(1, size * lanes_per_warp / pass_bytes);
}

BankConflicts conflicts(const WarpLanes& lanes, const MemoryRules& rules, int passes,
                        const Pieces& pieces) {
  const int width = lanes_per_warp / passes;
  const std::uint32_t first =
      width == lanes_per_warp ? all_lanes : (std::uint32_t{1} << width) - 1U;
  BankConflicts result{.passes = passes};
  for (int pass = 0; pass < passes; ++pass) {
    const int lane = pass * width;
    const int degree = rules.words_per_bank > 1
                           ? degree_of_rows(lanes, first << lane, rules.words_per_bank)
                       : passes == 1 ? degree_of_words(pieces)
                                     : degree_of_pass(lanes, lane, width, pieces);
    result.degree = std::max(result.degree, degree);
    result.wavefronts += degree;
  }
  result.wavefronts = std::max(result.wavefronts, passes);
  return result;
}

}  // namespace

BankConflicts bank_conflicts(const WarpLanes& lanes, const MemoryRules& rules, DataPath path) {
  return bank_conflicts(lanes, rules, path, Pieces(lanes));
}

BankConflicts bank_conflicts(const WarpLanes& lanes, const MemoryRules& rules, DataPath path,
                             const Pieces& pieces) {
  if (lanes.active == 0) return {};
  const int pass_bytes = bank_count * word_bytes * rules.words_per_bank;
  int passes = passes_of(lanes, pass_bytes);
  const bool merges =
      path == DataPath::shared && passes > 1 && (pairs_agree(lanes, 1) || pairs_agree(lanes, 2));
  if (merges) passes /= 2;
  return conflicts(lanes, rules, passes, pieces);
}

}  // namespace gpumodel
