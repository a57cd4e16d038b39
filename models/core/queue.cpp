#include "models/core/queue.hpp"

#include <algorithm>
#include <cmath>

namespace gpumodel {
namespace {

class Network {
 public:
  explicit Network(const Queue& queue)
      : customers_(std::clamp(queue.customers, 1.0, most_customers)),
        whole_(std::floor(customers_)),
        alone_(queue.alone),
        count_(std::min(queue.shared.size(), most_stations)) {
    for (std::size_t i = 0; i < count_; ++i) {
      const Station& station = queue.shared[i];
      at_[i] = {.demand = station.time / customers_, .half_even = station.even ? 0.5 : 0.0};
      slowest_ = std::max(slowest_, station.time);
    }
  }

  double last() const { return whole_ < customers_ ? whole_ + 1.0 : whole_; }

  // The round of each of n customers; to be called for n = 1, 2, ... last().
  void add_customer(double n) {
    const double before = cycle_;
    double cycle = alone_;
    std::array<double, most_stations> stay;
    for (std::size_t i = 0; i < count_; ++i) {
      // Of a service of even length that is under way half is over on average. Where times vary
      // exponentially, a whole one is still to come.
      stay[i] = at_[i].demand * (1.0 + at_[i].waiting - at_[i].half_even * at_[i].busy);
      cycle += stay[i];
    }
    const double rate = cycle > 0.0 ? n / cycle : 0.0;
    for (std::size_t i = 0; i < count_; ++i) {
      at_[i].waiting = rate * stay[i];
      at_[i].busy = rate * at_[i].demand;  // above 1 only where the slowest station is the time
    }
    const double rest = customers_ - whole_;
    cycle_ = n > whole_ ? (1.0 - rest) * before + rest * cycle : cycle;
  }

  double time() const { return std::max(cycle_, slowest_); }

 private:
  struct Visited {
    double demand = 0.0, half_even = 0.0;
    double waiting = 0.0, busy = 0.0;  // customers there, and in service, on average
  };

  double customers_, whole_, alone_;
  std::size_t count_;
  std::array<Visited, most_stations> at_;
  double slowest_ = 0.0, cycle_ = 0.0;
};

}  // namespace

double queue_time(double alone, std::span<const Station> shared, double customers) {
  Network network({alone, shared, customers});
  for (double n = 1.0; n <= network.last(); n += 1.0) network.add_customer(n);
  return network.time();
}

std::array<double, 3> queue_times(const std::array<Queue, 3>& queues) {
  Network a(queues[0]), b(queues[1]), c(queues[2]);
  const double together = std::min({a.last(), b.last(), c.last()});
  double n = 1.0;
  for (; n <= together; n += 1.0) {
    a.add_customer(n);
    b.add_customer(n);
    c.add_customer(n);
  }
  for (; n <= std::max({a.last(), b.last(), c.last()}); n += 1.0) {
    for (Network* one : {&a, &b, &c}) {
      if (n <= one->last()) one->add_customer(n);
    }
  }
  return {a.time(), b.time(), c.time()};
}

}  // namespace gpumodel
