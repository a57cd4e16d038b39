#include "models/core/queue.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gpumodel {
namespace {

class Network {
 public:
  Network(double alone, std::span<const Station> shared, double customers) : alone_(alone) {
    for (const Station& station : shared) {
      stations_.push_back({.demand = station.time / customers, .even = station.even});
    }
  }
  // The round of each of n customers; to be called for n = 1, 2, ...
  double round(double n) {
    double cycle = alone_;
    for (Visited& station : stations_) {
      station.stay = station.demand * (1.0 + station.waiting - station.spared());
      cycle += station.stay;
    }
    if (cycle <= 0.0) return 0.0;
    for (Visited& station : stations_) {
      station.waiting = n / cycle * station.stay;
      station.busy = std::min(1.0, n / cycle * station.demand);
    }
    return cycle;
  }

 private:
  struct Visited {
    double demand = 0.0;
    bool even = false;
    double waiting = 0.0, busy = 0.0;  // customers there, and in service, on average
    double stay = 0.0;
    // Of the service that is under way half is over on average. Where times vary exponentially, a
    // whole one is still to come.
    double spared() const { return even ? busy / 2.0 : 0.0; }
  };

  double alone_;
  std::vector<Visited> stations_;
};

}  // namespace

double queue_time(double alone, std::span<const Station> shared, double customers) {
  customers = std::clamp(customers, 1.0, most_customers);
  Network network(alone, shared, customers);
  const double whole = std::floor(customers);
  double cycle = 0.0;
  for (double n = 1.0; n <= whole; n += 1.0) cycle = network.round(n);
  const double rest = customers - whole;
  if (rest > 0.0) cycle = (1.0 - rest) * cycle + rest * network.round(whole + 1.0);
  for (const Station& station : shared) cycle = std::max(cycle, station.time);
  return cycle;
}

}  // namespace gpumodel
