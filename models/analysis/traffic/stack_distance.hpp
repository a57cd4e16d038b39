// LRU stack distances: how many other lines were touched since the last use of a line.
//
// A fully associative cache of n lines with LRU replacement hits exactly the uses at distances
// below n (Mattson et al. 1970), so one pass serves every cache size. Lines are places of 128 B,
// which go as a whole, but whose sectors are fetched one by one: a sector is still there where its
// line was kept at each use of the line since, so its distance is the longest of these.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/core/mixed.hpp"

namespace gpumodel {

class StackDistance {
 public:
  struct Use {
    std::optional<std::int64_t> distance;  // in lines; nothing: the first use of the line
    unsigned before = 0;                   // sectors of the line that had been used
    unsigned before_in_warp = 0;           // by this warp
    std::array<std::uint32_t, 4> since{};  // distances of these sectors, 2^32 - 1 at most
    unsigned after_new = 0;                // those with lines in between used for the first time
    std::int64_t last = -1;                // number of the use before
  };
  StackDistance();
  // A line that is about to be used: what is known of it is fetched meanwhile.
  void expect(std::int64_t line) const { __builtin_prefetch(&table_[place(line)]); }
  // A use of some of the four sectors of a line, by one of a block's warps.
  Use touch(std::int64_t line, unsigned sectors, int warp = 0);
  // Other lines that go by without being named; `first` of them for the first time, the others are
  // of those that the same walk passed when it was last there.
  void pass(std::int64_t lines, std::int64_t first, std::size_t walk);
  std::int64_t uses() const { return uses_; }  // so far: the number of the next one
  void clear();

 private:
  static constexpr std::size_t none = ~std::size_t{0} - 1;

  struct alignas(64) Entry {  // a line of the cache that this runs on
    std::int64_t line = -1;
    std::uint32_t time = 0;
    std::uint16_t round = 0;                 // of clear(): entries of earlier ones are free
    std::uint8_t after_new = 0;              // sectors with new lines since
    std::int64_t lines_before = 0;           // distinct ones up to its last use
    std::int64_t last = -1;                  // number of its last use
    std::array<std::uint64_t, 2> sectors{};  // used by each warp, four bits each
    std::array<std::uint32_t, 4> since{};    // by sector: longest distance since its last use
  };
  struct Passed {
    std::size_t time;
    std::int64_t lines;
    std::size_t walk;
  };
  std::size_t place(std::int64_t line) const {  // where it is looked for first
    return place_in_table(line, table_.size());
  }
  Entry& find(std::int64_t line);
  void grow();
  void set_times(std::size_t times);
  void renumber();
  void take(std::size_t time, std::int64_t lines);
  void count(std::size_t word, std::int64_t change);
  void move(std::size_t from, std::size_t to);
  void settle_moves();
  std::int64_t live_up_to(std::size_t time);

  std::vector<Entry> table_;  // open addressing; a power of two
  std::uint16_t round_ = 1;
  std::size_t used_ = 0;
  // Times at which a line was used last or lines passed: a bit each, and a Fenwick tree of the
  // lines in each word of them.
  std::vector<std::uint64_t> taken_;
  std::vector<std::int64_t> tree_;
  // Lines that were moved from one word to another, and the tree does not know it yet: a request
  // comes to its lines as one before did, so they are many.
  struct Moves {
    std::size_t from = 0, to = 0;  // words
    std::int64_t lines = 0;
  };
  Moves moves_;
  // The time that a line was moved from just now, none where something else came in between, and
  // how far away it was: the line of the time after it is as far.
  std::size_t last_from_ = none;
  std::int64_t last_distance_ = 0;
  std::size_t now_ = 0;         // the next time
  std::vector<Passed> passed_;  // by time
  std::int64_t live_ = 0;       // all of the tree
  std::int64_t lines_ = 0;      // distinct ones so far, those that passed included
  std::int64_t uses_ = 0;
};

}  // namespace gpumodel
