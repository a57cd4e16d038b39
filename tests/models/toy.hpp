// Devices and kernels for tests: numbers one can check in the head, or random ones.
#pragma once

#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "models/hardware/device_fields.hpp"
#include "models/time/predict.hpp"

namespace gpumodel::toy {

template <class Q>
void set(Sourced<Q>& value, Q quantity, double factor = 1.0) {
  value.si = quantity.si;
  value.source.from = Provenance::assumed;
  value.source.factor = factor;
}

inline void set(SourcedCurve& curve, std::vector<CurvePoint> points) {
  curve.points = std::move(points);
  curve.source.from = Provenance::assumed;
  curve.source.factor = 1.0;
}

template <class D>
void name_fields(D& device, std::span<const DeviceField<D>> fields) {
  for (const DeviceField<D>& field : fields) field.of(device).source.key = field.key;
}

// 1 TB/s, 10 TFLOP/s, 10 GB/s over the link, 1 us to start a copy, 2 us to launch. Sustained rates
// are half the peaks.
inline Gpu gpu() {
  Gpu gpu;
  name_fields(gpu, gpu_fields());
  gpu.id = "toy";
  gpu.compute_capability = {7, 0};
  set(gpu.sms, Count{10});
  set(gpu.clock, Hertz{1e9});
  set(gpu.peak_fp64, FlopPerSecond{10e12});
  set(gpu.peak_fp32, FlopPerSecond{20e12});
  set(gpu.peak_fp16, FlopPerSecond{40e12});
  set(gpu.sustained_fp64, FlopPerSecond{5e12});
  set(gpu.sustained_fp32, FlopPerSecond{10e12});
  set(gpu.sustained_fp16, FlopPerSecond{20e12});
  set(gpu.dram_capacity, Bytes{16e9});
  set(gpu.dram_bandwidth, BytesPerSecond{1e12});
  set(gpu.dram_copy_bandwidth, BytesPerSecond{0.5e12});
  set(gpu.h2d_bandwidth, BytesPerSecond{10e9});
  set(gpu.d2h_bandwidth, BytesPerSecond{10e9});
  set(gpu.h2d_sustained, BytesPerSecond{5e9});
  set(gpu.d2h_sustained, BytesPerSecond{5e9});
  set(gpu.h2d_latency, Seconds{1e-6});
  set(gpu.d2h_latency, Seconds{1e-6});
  set(gpu.launch_latency, Seconds{2e-6});
  CacheParameters& cache = gpu.machine.cache;
  set(cache.l1.kept, Count{0.87});
  set(cache.l1.lost, Count{1.16});
  set(cache.l2.kept, Count{0.85});
  set(cache.l2.lost, Count{1.3});
  set(cache.l2_dirty, Count{0.73});
  return gpu;
}

// 100 GB/s and 1 TFLOP/s, the same sustained.
inline Cpu cpu() {
  Cpu cpu;
  name_fields(cpu, cpu_fields());
  cpu.id = "toy-host";
  set(cpu.peak_fp64, FlopPerSecond{1e12});
  set(cpu.peak_fp32, FlopPerSecond{2e12});
  set(cpu.sustained_fp64, FlopPerSecond{1e12});
  set(cpu.sustained_fp32, FlopPerSecond{2e12});
  set(cpu.memory_bandwidth, BytesPerSecond{100e9});
  set(cpu.memory_sustained, BytesPerSecond{100e9});
  return cpu;
}

// Volumes of a whole launch.
struct Volumes {
  double fp64 = 0, fp32 = 0, fp16 = 0;  // flop
  double loaded = 0, stored = 0;        // bytes of device memory
  double to_device = 0, to_host = 0;    // bytes over the link, whole numbers
};

inline Formula formula(double value) {
  const bool whole = value == std::floor(value) && value < 0x1p62;
  Formula made;
  made.expression = Expression::constant(whole ? Number::integer(static_cast<std::int64_t>(value))
                                               : Number::real(value));
  return made;
}

// One work item that does it all, on arrays of bytes.
inline Kernel kernel(const Volumes& v) {
  Kernel kernel;
  kernel.id = "toy";
  kernel.work_items = formula(1);
  const std::pair<Pipe, double> pipes[] = {
      {Pipe::fp64, v.fp64}, {Pipe::fp32, v.fp32}, {Pipe::fp16, v.fp16}};
  for (const auto& [pipe, flop] : pipes) {
    if (flop > 0) kernel.operations.push_back({pipe, 1.0, formula(flop)});
  }
  const ElementType byte{"i8", 1, 1};
  const auto bytes = [&](const char* name, double extent) {
    Array array;
    array.name = name;
    array.type = byte;
    array.shape = {formula(extent)};
    return array;
  };
  kernel.arrays = {bytes("in", v.to_device), bytes("out", v.to_host)};
  kernel.loads = {{0, formula(v.loaded)}};
  kernel.stores = {{1, formula(v.stored)}};
  kernel.to_device = {0};
  kernel.to_host = {1};
  return kernel;
}

// A prediction together with everything it refers to.
struct Case {
  Gpu gpu = toy::gpu();
  Cpu cpu = toy::cpu();
  Kernel kernel = toy::kernel({});
  std::string model = "textbook";
  int streams = 0;
  bool with_host = true;

  Prediction predict() const {
    std::vector<Number> values;
    evaluate_parameters(kernel, {}, values);
    Prediction prediction;
    gpumodel::predict(*find_model(model),
                      {&kernel, values, &gpu, with_host ? &cpu : nullptr, streams}, prediction);
    return prediction;
  }
  double time() const {
    const Prediction p = predict();
    return p.time(p.kernel).si;
  }
  double offload() const {
    const Prediction p = predict();
    return p.time(p.offload).si;
  }
};

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  double uniform(double low, double high) {
    return std::uniform_real_distribution(low, high)(engine_);
  }
  double log_uniform(double low, double high) {
    return std::exp(uniform(std::log(low), std::log(high)));
  }
  bool coin(double chance = 0.5) { return uniform(0, 1) < chance; }
  int integer(int low, int high) { return std::uniform_int_distribution(low, high)(engine_); }

  // Every number of a device within four decades of the toy's, with a factor of uncertainty.
  template <class D>
  void vary(D& device, std::span<const DeviceField<D>> fields) {
    for (const DeviceField<D>& field : fields) {
      SourcedValue& value = field.of(device);
      if (!value.is_known()) continue;
      value.si *= log_uniform(0.01, 100);
      value.source.factor = coin() ? 1.0 : uniform(1.0, 1.5);
    }
  }

  double volume(double low, double high) {
    return coin(0.15) ? 0.0 : std::floor(log_uniform(low, high));
  }

  Case any_case() {
    Case made;
    vary(made.gpu, gpu_fields());
    vary(made.cpu, cpu_fields());
    made.kernel =
        toy::kernel({volume(1, 1e15), volume(1, 1e15), coin() ? 0 : volume(1, 1e15),
                     volume(1, 1e13), 1 + volume(1, 1e13), volume(1, 1e12), volume(1, 1e12)});
    made.model = coin() ? "textbook" : "roofline";
    made.streams = integer(1, 64);
    return made;
  }

 private:
  std::mt19937 engine_;
};

}  // namespace gpumodel::toy
