// Points and devices for tests.
#pragma once

#include <string>
#include <utility>

#include "models/hardware/device.hpp"
#include "models/validation/judge.hpp"

namespace gpumodel::test {

// All samples within `spread` of the median.
inline Timing timing(double seconds, double spread = 0.01) {
  return {31,
          seconds * (1.0 - 2.0 * spread),
          seconds * (1.0 - spread),
          seconds,
          seconds * (1.0 + spread),
          seconds * (1.0 + 2.0 * spread),
          0,
          true};
}

inline Point measured_point(double seconds, std::string kernel = "saxpy") {
  Point point;
  point.kernel = std::move(kernel);
  point.timer = "events";
  point.time = timing(seconds);
  return point;
}

inline PointPrediction predicted(double seconds, std::string_view bound = "dram") {
  PointPrediction prediction;
  prediction.answers.push_back({&default_model(), seconds, 0.9 * seconds, 1.1 * seconds, bound});
  return prediction;
}

inline JudgedPoint judged(double predicted_s, double measured_s, std::string kernel = "saxpy") {
  return judge(measured_point(measured_s, std::move(kernel)), predicted(predicted_s),
               default_model(), nullptr, 0.1);
}

template <class Q>
void set(Sourced<Q>& field, double si) {
  field.si = si;
  field.source.from = Provenance::measured;
}

// 100 SMs at 1 GHz, 1 TB/s, 4 TB/s from L2, 10 and 20 TFLOP/s.
inline Gpu round_numbers() {
  Gpu gpu;
  gpu.id = "round";
  gpu.name = "Round-100";
  gpu.compute_capability = {9, 0};
  set(gpu.sms, 100);
  set(gpu.clock, 1e9);
  set(gpu.dram_copy_bandwidth, 1e12);
  set(gpu.l2_read_bandwidth, 4e12);
  set(gpu.sustained_fp64, 10e12);
  set(gpu.sustained_fp32, 20e12);
  return gpu;
}

}  // namespace gpumodel::test
