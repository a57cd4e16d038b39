// Where a launch stands, for people: lines of the first screen of `predict`.
#pragma once

#include <string>

#include "src/app/predict/predict.hpp"

namespace gpumodel {

// "bound by DRAM bandwidth: dram.copy_bandwidth 785 GB/s (measured)"
std::string bound_sentence(const Prediction& prediction);
// Rates with their shares of peak and roof; intensity and ridge.
std::string achieved_lines(const PredictAnswer& answer);
// The model, what L2 holds, how much memory the arrays take.
std::string state_line(const PredictAnswer& answer);
// What the copies of its data add; empty where there are none, or where a host is compared with.
std::string copies_line(const PredictAnswer& answer);
std::string next_lines(const PredictAnswer& answer);
// How to see more than the first screen.
std::string more_line(const PredictAnswer& answer);

}  // namespace gpumodel
