// LRU stack distances: how many other sectors were touched since the last use of a sector.
//
// A fully associative cache of n sectors with LRU replacement hits exactly the uses at distances
// below n (Mattson et al. 1970), so one pass serves every cache size.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace gpumodel {

class StackDistance {
 public:
  struct Use {
    std::optional<std::int64_t> distance;  // nothing: the first use
    bool first_of_group = false;           // first use with this bit of `group`
  };
  StackDistance();
  // One use by one of 32 groups (warps, modulo 32).
  Use touch(std::int64_t sector, unsigned group);
  // Other sectors, never touched again, that went by without being named.
  void pass(std::int64_t sectors);
  void clear();

 private:
  struct Entry {
    std::int64_t sector = -1;
    std::size_t time = 0;
    std::uint32_t groups = 0;
  };
  Entry& find(std::int64_t sector);
  void grow();
  void renumber();
  void count(std::size_t time, std::int64_t change);
  std::int64_t live_up_to(std::size_t time) const;

  std::vector<Entry> table_;  // open addressing; a power of two
  std::size_t used_ = 0;
  std::vector<std::int64_t> tree_;  // Fenwick: 1 at the last use of every sector
  std::size_t now_ = 0;
  struct Passed {
    std::size_t time;
    std::int64_t sectors;
  };
  std::vector<Passed> passed_;  // by time
  std::int64_t live_ = 0;       // all of the tree
};

}  // namespace gpumodel
