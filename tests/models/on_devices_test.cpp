// Accesses that are analysed once for several devices: each gets what it gets alone.
#include <gtest/gtest.h>

#include <deque>

#include "models/time/asked_kernel.hpp"
#include "models/time/on_devices.hpp"
#include "src/io/library/load.hpp"

namespace gpumodel {
namespace {

struct Answer {
  double value = 0.0, low = 0.0, high = 0.0;
  std::string limiter;
  bool operator==(const Answer&) const = default;
};

struct OnDevices {
  PredictionsOnDevices predictions;
  std::deque<AskedKernel> asked;  // predictions refer to the first of them

  Answer answer(const Kernel& kernel, const Gpu& gpu) {
    const std::vector<std::optional<Number>> overrides(kernel.parameters.size());
    settle({.kernel = &kernel, .overrides = overrides, .gpu = &gpu}, asked.emplace_back());
    const Prediction& p = predictions.predict(default_model(), asked.back().question);
    const auto& time = p.terms[p.kernel].time;
    return {time.value.si, time.low.si, time.high.si, std::string(p.bound().name)};
  }
};

// Kepler's banks are twice as wide, and nobody counted how L1 looks up lines before Volta: a P100
// takes the traffic of an H200 that came before it, but not the other way round. The second time it
// is known that there is a Kepler, which then takes it, too.
TEST(PredictionsOnDevices, EachGetsWhatItGetsAlone) {
  std::vector<DeviceFile> files;
  for (const char* name :
       {"p100", "k20c", "h200", "k40", "v100", "p100", "titan-x-maxwell", "a40"}) {
    files.push_back(load_gpu(name));
  }
  for (const char* name : {"jacobi2d", "transpose-naive", "transpose-tiled", "spmv-scalar"}) {
    const KernelFile file = load_kernel(name);
    for (std::size_t first : {std::size_t{0}, std::size_t{2}}) {
      OnDevices together;
      for (int time = 0; time < 2; ++time) {
        together.predictions.forget();
        for (std::size_t i = first; i < files.size(); ++i) {
          const Gpu& gpu = std::get<Gpu>(files[i].device);
          OnDevices alone;
          EXPECT_EQ(together.answer(file.kernel, gpu), alone.answer(file.kernel, gpu))
              << name << " on " << gpu.name << ", " << first;
        }
      }
    }
  }
}

}  // namespace
}  // namespace gpumodel
