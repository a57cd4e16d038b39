// Customers that take turns at shared stations: between one customer, who meets everything one
// after the other (a sum), and very many, who keep the busiest station busy (a maximum).
//
// Exact mean value analysis of a closed network with one delay and FIFO stations (Reiser,
// Lavenberg, J. ACM 27(2), 1980). `alone` is the time that all rounds of a customer take with
// nobody in the way, `shared[k]` the time that station k needs for the work of all customers.
// Returns the time until all is done. No constant in it is fitted. Service times are taken to vary
// (exponentially); those of bursts that arrive together vary more, those of equal pieces less.
#pragma once

#include <span>

namespace gpumodel {

// `customers` >= 1 need not be whole; beyond most_customers the knee is as sharp as it gets.
inline constexpr double most_customers = 64.0;
double queue_time(double alone, std::span<const double> shared, double customers);

}  // namespace gpumodel
