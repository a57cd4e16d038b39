// What every microbenchmark of the calibration is: a name, the keys of a device file it measures,
// and a function.
//
//   const Registered launch({"launch", 1.0, {{"launch.latency", "s"}}, [](Session& s) {
//     s.value("launch.latency", sampled(...), "an empty kernel between two events");
//   }});
//
// Standard library only: the GPU's and the host's program share it.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gpumodel::calibrate {

// The median of some samples and how far they scatter: half the distance of the quartiles, over the
// median.
struct Sample {
  double value = 0.0;
  double spread = 0.0;
  int count = 0;
  // Share of the longer of two times that does not grow with the repeat count: start-up cost, that
  // a slope leaves out. Negative where nothing was left out.
  double constant_share = -1.0;
};

Sample sample_of(std::vector<double> values);
// The same scaled: seconds to bytes per second is inverse(s, bytes).
Sample scaled(Sample sample, double factor);
Sample inverse(Sample sample, double numerator);

// Every rate and latency is measured with two amounts of the same work; their difference is free of
// launch cost, of the clock's own reading and of the loop's start. A time that does not grow with
// the amount (work that the compiler removed) is no result: Session refuses it.
// The growth of time(n) per unit of n, from n_short to n_long; in the unit of time.
Sample slope(int repeats, double n_short, double n_long, const std::function<double(double)>& time);

// The median of repeats of once().
Sample repeated(int repeats, const std::function<double()>& once);

// The device refuses: too little memory, a fault. The measurement ends, the others go on.
struct MeasurementError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// This machine has not what is measured, such as a second device: no failure.
struct LeftOut : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// No device, or one that cannot be used at all.
struct NoDevice : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Key {
  std::string name;      // "dispatch.block_interval"
  std::string unit;      // of the value, or of a curve's y: "s"
  std::string unit_x{};  // of a curve's x; empty: a single value
};

struct DeviceFacts {
  int devices = 1;  // there are; the rest is about the first
  int sms = 0;
  double clock_hz = 0.0;
  double memory_bytes = 0.0;
  double l2_bytes = 0.0;
  int shared_bytes_per_block = 0;  // with opt-in
};

struct Measurement;

// What a measurement sees, and where its results go: one JSON object a line on standard output.
class Session {
 public:
  Session(const Measurement& measurement, DeviceFacts device, bool quick)
      : measurement_(measurement), device_(device), quick_(quick) {}

  const DeviceFacts& device() const { return device_; }
  bool quick() const { return quick_; }
  // Samples per point.
  int repeats() const { return quick_ ? 3 : 7; }

  // A value that is no positive number (a time that does not grow with the work) is refused with a
  // message; the measurement goes on.
  // A key may have one result for each number of `devices` that take part.
  void value(std::string_view key, const Sample& sample, std::string_view note, int devices = 0);
  // `samples` belong to the points; the curve's spread is the median of theirs.
  void curve(std::string_view key, const std::vector<double>& x, const std::vector<Sample>& y,
             std::string_view note, int devices = 0);
  // Bytes per second of what takes `seconds` for so many bytes, from 64 on, doubled up to `most`.
  void curve_by_size(std::string_view key, std::size_t most,
                     const std::function<Sample(std::size_t)>& seconds, std::string_view note,
                     int devices = 0);
  bool refused_any() const { return refused_any_; }

 private:
  void refuse(std::string_view key, const std::string& why);
  const Key& key_of(std::string_view key) const;

  const Measurement& measurement_;
  DeviceFacts device_;
  bool quick_;
  bool refused_any_ = false;
};

struct Measurement {
  std::string name;
  double seconds = 1.0;  // expected, on a current device
  std::vector<Key> keys;
  void (*run)(Session&);
  int devices = 1;    // it needs; several: it belongs in a system file
  int processes = 1;  // that measure it, one after the other: what the host does differs from one
                      // process to the next by more than within one. Their median counts
};

std::vector<Measurement>& measurements();  // in the order of registration
struct Registered {
  explicit Registered(Measurement measurement);
};

// main() of a calibration program: options, one process per measurement with --all.
struct Program {
  const char* name;              // "gpumodel-calibrate-cuda"
  std::string (*environment)();  // a JSON object. Throws NoDevice
  DeviceFacts (*open_device)();  // Throws NoDevice
};
int calibration_main(const Program& program, int argc, char** argv);

}  // namespace gpumodel::calibrate
