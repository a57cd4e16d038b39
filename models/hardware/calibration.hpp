// What a calibration program says, as values: which measurements it has, on which machine it runs,
// and what it measured (docs/calibration.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/core/curve.hpp"

namespace gpumodel {

struct CalibrationMeasurement {
  std::string name;
  double seconds = 0.0;  // expected
  std::vector<std::string> keys;
  int devices = 1;        // it needs; several: it belongs in a system file
  int processes = 1;      // that measure it; their median counts
  std::string program{};  // path of what measures it
};

// A number, or a curve where `unit_x` says what it depends on.
struct CalibrationResult {
  std::string key;  // "dispatch.block_interval"
  std::string unit{}, unit_x{};
  double value = 0.0;
  std::vector<CurvePoint> points{};
  double spread = 0.0;  // half the distance of the quartiles, over the median
  std::string note{};
  int devices = 0;  // that take part, where the key has a result for each number of them

  bool is_curve() const { return !unit_x.empty(); }
};

// One result per key and number of devices, in the order of the first of each: the median of those
// of several processes, of curves point by point. Its spread is the larger of theirs (their median)
// and of that between them. A curve of other points than the first one's is left out.
std::vector<CalibrationResult> medians(const std::vector<CalibrationResult>& results);

struct CalibrationMachine {
  bool is_gpu = true;
  std::string name, date;
  std::string system;  // what else decides the results: the driver, or the operating system

  std::vector<std::string> gpus;  // names of all GPUs there are; the rest is about the first

  // Of a GPU, as its driver tells.
  std::string compute_capability;
  double sms = 0.0, copy_engines = 0.0, memory_bytes = 0.0, l2_bytes = 0.0;
  double sm_clock_hz = 0.0, memory_clock_hz = 0.0, memory_bus_bits = 0.0;
  std::optional<double> pcie_generation, pcie_width;

  // Of a host.
  double sockets = 0.0, cores = 0.0;
  std::optional<double> clock_hz, llc_bytes;
};

}  // namespace gpumodel
