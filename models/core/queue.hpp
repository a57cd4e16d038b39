// Customers that take turns at shared stations: between one customer, who meets everything one
// after the other (a sum), and very many, who keep the busiest station busy (a maximum).
//
// Exact mean value analysis of a closed network with one delay and FIFO stations (Reiser,
// Lavenberg, J. ACM 27(2), 1980). `alone` is the time that all rounds of a customer take with
// nobody in the way. Returns the time until all is done. No constant in it is fitted. Service times
// are taken to vary (exponentially). A station that takes equally long each time makes a customer
// wait for half of a service less when it comes to a busy one (Reiser, IEEE Trans. Commun. 27(8),
// 1979): no longer exact, and held to what the station can do.
#pragma once

#include <array>
#include <span>

namespace gpumodel {

struct Station {
  double time = 0.0;  // that it needs for the work of all customers
  bool even = false;  // it takes equally long each time
};

struct Queue {
  double alone = 0.0;
  std::span<const Station> shared;  // at most most_stations
  // At least 1, need not be whole; beyond most_customers the knee is as sharp as it gets.
  double customers = 1.0;
};
inline constexpr double most_customers = 64.0;
inline constexpr std::size_t most_stations = 8;

double queue_time(double alone, std::span<const Station> shared, double customers);
// Three at a time, in hardly more time than one: each step waits for a division.
std::array<double, 3> queue_times(const std::array<Queue, 3>& queues);

}  // namespace gpumodel
