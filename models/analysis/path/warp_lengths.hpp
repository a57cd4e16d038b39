// How much each warp of a block executes: which one is the longest, and how much of it there is.
//
// A warp goes on until its last lane has done, and a block until its last warp has. Where warps
// meet at barriers all wait for the one that had most to do since the last one: in turn for others,
// as where a front passes over the threads of a block.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/kernel/thread/block_runner.hpp"

namespace gpumodel {

class WarpLengths : public BlockSink {
 public:
  explicit WarpLengths(std::size_t warps) : of_(warps, 0.0), since_(warps, 0.0) {}

  void weight(double times) override { times_ = times; }
  void access(std::size_t, int warp, const WarpLanes&) override { add(warp, times_); }
  void operation(const PreparedOperation&, double count, int warp, int) override {
    add(warp, times_ * count);
  }
  void arithmetic(const PreparedLoop& loop, std::int64_t, std::int64_t rounds, int warp,
                  int) override {
    for (const PreparedOperation& each : loop.arithmetic) {
      add(warp, times_ * static_cast<double>(rounds) * *each.count);
    }
  }

  void barrier(Masks masks) override {
    end_part();
    let_go_.assign(masks.begin(), masks.end());
  }

  // At a barrier, and to be called behind the last event. Of warps that the last barrier held up:
  // others are not where that was. Of equals the same again.
  void end_part() {
    std::size_t most = in_turn_.empty() ? 0 : in_turn_.back();
    const auto held_up = [&](std::size_t warp) { return let_go_.empty() || let_go_[warp] != 0; };
    for (std::size_t warp = 0; warp < since_.size(); ++warp) {
      if (held_up(warp) && (since_[warp] > since_[most] || !held_up(most))) most = warp;
    }
    in_turn_.push_back(most);
    length_in_turn_ += since_[most];
    std::ranges::fill(since_, 0.0);
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
  // From barrier to barrier, the warp with most to do; and what all these execute.
  const std::vector<std::size_t>& in_turn() const { return in_turn_; }
  double length_in_turn() const { return length_in_turn_; }
  double all() const {
    double sum = 0.0;
    for (const double length : of_) sum += length;
    return sum;
  }

 private:
  void add(int warp, double amount) {
    of_[static_cast<std::size_t>(warp)] += amount;
    since_[static_cast<std::size_t>(warp)] += amount;
  }
  std::vector<double> of_;               // by warp
  std::vector<double> since_;            // the last barrier
  std::vector<std::uint32_t> let_go_{};  // by the last barrier: lanes, by warp
  std::vector<std::size_t> in_turn_{};
  double length_in_turn_ = 0.0;
  double times_ = 1.0;
};

}  // namespace gpumodel
