#include "models/queue.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gpumodel {
namespace {

class Network {
 public:
  Network(double alone, std::span<const double> shared, double customers)
      : alone_(alone), waiting_(shared.size(), 0.0), demand_(shared.begin(), shared.end()) {
    for (double& demand : demand_) demand /= customers;
  }
  // The round of each of n customers; to be called for n = 1, 2, ...
  double round(double n) {
    double cycle = alone_;
    for (std::size_t k = 0; k < demand_.size(); ++k) cycle += demand_[k] * (1.0 + waiting_[k]);
    if (cycle <= 0.0) return 0.0;
    for (std::size_t k = 0; k < demand_.size(); ++k) {
      waiting_[k] = n / cycle * demand_[k] * (1.0 + waiting_[k]);
    }
    return cycle;
  }

 private:
  double alone_;
  std::vector<double> waiting_, demand_;
};

}  // namespace

double queue_time(double alone, std::span<const double> shared, double customers) {
  customers = std::clamp(customers, 1.0, most_customers);
  Network network(alone, shared, customers);
  const double whole = std::floor(customers);
  double cycle = 0.0;
  for (double n = 1.0; n <= whole; n += 1.0) cycle = network.round(n);
  const double rest = customers - whole;
  return rest > 0.0 ? (1.0 - rest) * cycle + rest * network.round(whole + 1.0) : cycle;
}

}  // namespace gpumodel
