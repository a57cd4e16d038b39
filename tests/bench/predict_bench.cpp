// Predictions per second through the generic path: parameters re-bound, every expression evaluated
// again, the full tree of terms built. And of a kernel whose accesses were analysed before, with
// other numbers of the device.
#include <benchmark/benchmark.h>

#include "models/time/predict.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/library/locate.hpp"

namespace {

using namespace gpumodel;

KernelFile kernel_named(const char* name) {
  const Located file = locate(Shelf::kernels, name);
  return read_kernel(read_text_file(file.path, file.shown));
}

DeviceFile device_named(const char* name) {
  const Located file = locate(Shelf::devices, name);
  return read_device(read_text_file(file.path, file.shown));
}

void predict_exercise(benchmark::State& state, const char* model_name, bool with_host,
                      const char* device = "exercise6-gpu") {
  const KernelFile kernel = kernel_named("exercise6");
  const DeviceFile gpu = device_named(device);
  const DeviceFile cpu = device_named("exercise6-cpu");
  const Model& model = *find_model(model_name);
  Prediction prediction;
  std::vector<Number> values;
  std::vector<std::optional<Number>> overrides(1);
  std::int64_t n = 0;
  for ([[maybe_unused]] auto _ : state) {
    overrides[0] = Number::integer(100000 + (++n & 0xFFFF));
    evaluate_parameters(kernel.kernel, overrides, values);
    const Question question{&kernel.kernel, values, &std::get<Gpu>(gpu.device),
                            with_host ? &std::get<Cpu>(cpu.device) : nullptr, with_host ? 4 : 0};
    predict(model, question, prediction);
    benchmark::DoNotOptimize(prediction.time(prediction.offload));
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK_CAPTURE(predict_exercise, textbook, "textbook", false);
BENCHMARK_CAPTURE(predict_exercise, textbook_host_streams, "textbook", true);
BENCHMARK_CAPTURE(predict_exercise, roofline, "roofline", false);
BENCHMARK_CAPTURE(predict_exercise, machine, "machine", false, "h200");

// The latency of DRAM changes from one prediction to the next, as in a search over devices.
void predict_device(benchmark::State& state, const char* kernel_name, const char* device) {
  const KernelFile kernel = kernel_named(kernel_name);
  DeviceFile file = device_named(device);
  Gpu& gpu = std::get<Gpu>(file.device);
  const Model& model = *find_model("machine");
  Prediction prediction;
  std::vector<Number> values;
  evaluate_parameters(kernel.kernel, {}, values);
  const Question question{&kernel.kernel, values, &gpu};
  predict(model, question, prediction);
  const double latency = gpu.dram_latency.si;
  std::int64_t n = 0;
  for ([[maybe_unused]] auto _ : state) {
    gpu.dram_latency.si = latency * (1.0 + 1e-6 * static_cast<double>(++n & 0xFFFF));
    predict_again(model, question, prediction);
    benchmark::DoNotOptimize(prediction.time(prediction.offload));
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK_CAPTURE(predict_device, copy_h200, "copy", "h200");
BENCHMARK_CAPTURE(predict_device, copy_a100, "copy", "a100-80gb");
BENCHMARK_CAPTURE(predict_device, histogram_h200, "histogram-global", "h200");
BENCHMARK_CAPTURE(predict_device, matmul_h200, "matmul-tiled-f32", "h200");

}  // namespace

BENCHMARK_MAIN();
