// How much each warp of a block executes: which one is the longest, and how much of it there is.
//
// A warp goes on until its last lane has done, and a block until its last warp has.
#pragma once

#include <algorithm>
#include <vector>

#include "models/kernel/thread/block_runner.hpp"

namespace gpumodel {

class WarpLengths : public BlockSink {
 public:
  explicit WarpLengths(std::size_t warps) : of_(warps, 0.0) {}

  void weight(double times) override { times_ = times; }
  void access(std::size_t, int warp, const WarpLanes&) override { add(warp, times_); }
  void operation(const OperationName&, double count, int warp, int) override {
    add(warp, times_ * count);
  }
  void arithmetic(const PreparedLoop& loop, std::int64_t, std::int64_t rounds, int warp,
                  int) override {
    for (const PreparedOperation& each : loop.arithmetic) {
      add(warp, times_ * static_cast<double>(rounds) * *each.count);
    }
  }

  double of(std::size_t warp) const { return of_[warp]; }
  // That executes anything; 0 where none does.
  std::size_t first() const {
    const auto found = std::ranges::find_if(of_, [](double length) { return length > 0.0; });
    return found == of_.end() ? 0 : static_cast<std::size_t>(found - of_.begin());
  }
  std::size_t longest() const {
    return static_cast<std::size_t>(std::ranges::max_element(of_) - of_.begin());
  }
  double all() const {
    double sum = 0.0;
    for (const double length : of_) sum += length;
    return sum;
  }

 private:
  void add(int warp, double amount) { of_[static_cast<std::size_t>(warp)] += amount; }

  std::vector<double> of_;  // by warp
  double times_ = 1.0;
};

}  // namespace gpumodel
