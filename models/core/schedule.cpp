#include "models/core/schedule.hpp"

#include <algorithm>
#include <queue>
#include <vector>

namespace gpumodel {
namespace {

// Runs on three clocks: of an SM, which all its blocks see, slow where they share its units; of the
// chip, slow where they share the chip's; and the time.
class Schedule {
 public:
  Schedule(std::span<const BlockTimes> kinds, std::span<const std::uint16_t> order,
           std::int64_t sms, std::int64_t blocks_per_sm)
      : kinds_(kinds),
        order_(order),
        sms_(static_cast<std::size_t>(std::max<std::int64_t>(1, sms))) {
    // The first blocks go round the SMs.
    for (std::int64_t round = 0; round < blocks_per_sm && next_ < order_.size(); ++round) {
      for (Sm& sm : sms_) start(sm);
    }
    for (std::size_t i = 0; i < sms_.size(); ++i) wait_for(i);
  }

  double run() {
    while (!ends_.empty()) {
      const End end = ends_.top();
      ends_.pop();
      Sm& sm = sms_[end.sm];
      if (end.change != sm.changes) continue;  // it holds other blocks by now
      time_ += (end.at - chip_clock_) * std::max(1.0, asked_of_chip_);
      chip_clock_ = end.at;
      go_on(sm);
      finish(sm);
      wait_for(end.sm);
    }
    return time_;
  }

 private:
  struct Running {
    std::uint16_t kind;
    double end;  // by the clock of its SM
  };
  struct Sm {
    std::vector<Running> blocks;
    double clock = 0.0, seen = 0.0;  // the chip's clock when its own was last moved on
    // Shares of its units and of the chip's that its blocks take.
    double asked = 0.0, of_chip = 0.0;
    std::uint32_t changes = 0;
    double slower() const { return std::max(1.0, asked); }
    double first_end() const { return std::ranges::min_element(blocks, {}, &Running::end)->end; }
  };
  struct End {
    double at;  // by the chip's clock
    std::size_t sm;
    std::uint32_t change;
    bool operator>(const End& other) const { return at > other.at; }
  };

  static double share(double part, double alone) {
    return alone > 0.0 ? std::min(1.0, part / alone) : 0.0;
  }

  void count(Sm& sm, std::uint16_t kind, double sign) {
    const BlockTimes& times = kinds_[kind];
    asked_of_chip_ -= sm.of_chip / sm.slower();
    sm.asked += sign * share(times.of_sm, times.alone);
    sm.of_chip += sign * share(times.of_chip, times.alone);
    asked_of_chip_ += sm.of_chip / sm.slower();
    ++sm.changes;
  }

  void start(Sm& sm) {
    if (next_ == order_.size()) return;
    const std::uint16_t kind = order_[next_++];
    sm.blocks.push_back({kind, sm.clock + kinds_[kind].alone});
    count(sm, kind, 1.0);
  }

  void go_on(Sm& sm) {
    sm.clock += (chip_clock_ - sm.seen) / sm.slower();
    sm.seen = chip_clock_;
  }

  // The block that ends first, and all that end with it.
  void finish(Sm& sm) {
    sm.clock = std::max(sm.clock, sm.first_end());
    std::size_t ended = 0;
    for (std::size_t i = 0; i < sm.blocks.size();) {
      if (sm.blocks[i].end > sm.clock) {
        ++i;
        continue;
      }
      count(sm, sm.blocks[i].kind, -1.0);
      sm.blocks.erase(sm.blocks.begin() + static_cast<std::ptrdiff_t>(i));
      ++ended;
    }
    for (; ended > 0; --ended) start(sm);
  }

  void wait_for(std::size_t number) {
    Sm& sm = sms_[number];
    if (sm.blocks.empty()) return;
    ends_.push({sm.seen + (sm.first_end() - sm.clock) * sm.slower(), number, sm.changes});
  }

  std::span<const BlockTimes> kinds_;
  std::span<const std::uint16_t> order_;
  std::size_t next_ = 0;  // in `order_`
  std::vector<Sm> sms_;
  std::priority_queue<End, std::vector<End>, std::greater<>> ends_;
  double time_ = 0.0, chip_clock_ = 0.0;
  double asked_of_chip_ = 0.0;
};

}  // namespace

double schedule_time(std::span<const BlockTimes> kinds, std::span<const std::uint16_t> order,
                     std::int64_t sms, std::int64_t blocks_per_sm) {
  return Schedule(kinds, order, sms, blocks_per_sm).run();
}

}  // namespace gpumodel
