// Predictions per second through the generic path: parameters re-bound, every expression evaluated
// again, the full tree of terms built.
#include <benchmark/benchmark.h>

#include "models/predict.hpp"
#include "src/input/locate.hpp"
#include "src/input/read_device.hpp"
#include "src/input/read_kernel.hpp"

namespace {

using namespace gpumodel;

KernelFile kernel_named(const char* name) {
  const Located file = locate(Library::kernels, name);
  return read_kernel(read_text_file(file.path, file.shown));
}

DeviceFile device_named(const char* name) {
  const Located file = locate(Library::devices, name);
  return read_device(read_text_file(file.path, file.shown));
}

void predict_exercise(benchmark::State& state, const char* model_name, bool with_host) {
  const KernelFile kernel = kernel_named("exercise6");
  const DeviceFile gpu = device_named("exercise6-gpu");
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

}  // namespace

BENCHMARK_MAIN();
