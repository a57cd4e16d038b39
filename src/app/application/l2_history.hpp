// What the L2 holds when a kernel of a program begins, by what used which memory before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/analysis/traffic/cache_volumes.hpp"

namespace gpumodel {

class L2History {
 public:
  explicit L2History(double bytes) : capacity_(bytes) {}

  // A piece of memory; pieces are numbered from 0. `empty`: nothing is in it until it is used.
  void add(double bytes, bool empty) { pieces_.push_back({bytes, empty}); }
  void copied_from_host(std::size_t piece);
  // By a kernel, a fill or a copy on the device: how it finds these pieces.
  CacheStart use(const std::vector<std::size_t>& pieces);

 private:
  struct Piece {
    double bytes = 0.0;
    bool empty = false;
    std::uint64_t used = 0;  // when; 0: never
    bool from_host = false;  // and this was a copy from the host
  };

  double capacity_;
  std::vector<Piece> pieces_;
  std::uint64_t clock_ = 0;
};

}  // namespace gpumodel
