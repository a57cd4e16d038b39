// Numbers that the engine tells from loops, where the loops take what it predicts.
#include "src/app/calibrate/loops.hpp"

#include <gtest/gtest.h>

#include "models/time/asked_kernel.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "tests/models/toy_machine.hpp"

namespace gpumodel {
namespace {

double predicted(const Kernel& kernel, const Gpu& gpu, int rounds, int warps) {
  std::vector<std::optional<Number>> values;
  for (const Parameter& one : kernel.parameters) {
    values.emplace_back(Number::integer(one.name == "sms"     ? 10
                                        : one.name == "warps" ? warps
                                                              : rounds));
  }
  AskedKernel asked;
  settle({.kernel = &kernel, .overrides = values, .gpu = &gpu}, asked);
  Prediction prediction;
  predict(default_model(), asked.question, prediction);
  return prediction.time(prediction.kernel).si;
}

// What rounds take on such a device.
CalibrationResult timed(std::string_view loop, const char* key, const Gpu& gpu) {
  const auto all = calibration_loops();
  const auto found = std::ranges::find(all, loop, &CalibrationLoop::name);
  const Kernel kernel =
      read_kernel(make_text_file(std::string(found->text), std::string(loop))).kernel;
  CalibrationResult result{.key = key, .unit = "s", .unit_x = "1", .note = "loops"};
  for (const int warps : {16, 32, 64}) {
    const double seconds =
        (predicted(kernel, gpu, 900, warps) - predicted(kernel, gpu, 300, warps)) / 600;
    result.points.push_back({static_cast<double>(warps), seconds});
  }
  return result;
}

TEST(Loops, TellTheNumberTheyWereMadeWith) {
  Gpu gpu = toy::machine_gpu();
  gpu.machine.memory.write_batch.si = 0.31e-6;
  const Gpu usual = toy::machine_gpu();
  const auto told = [&](std::string_view loop, const char* key) {
    const CalibrationResult result = number_of_loops(timed(loop, key, gpu), usual);
    EXPECT_FALSE(result.is_curve());
    EXPECT_LT(result.spread, 1e-3) << key;
    return result.value;
  };
  EXPECT_NEAR(told("dram-write-batch", "dram.write_batch"), 0.31e-6, 1e-10);
}

// No number gives all of them: it lies between, and is less sure.
TEST(Loops, DisagreementIsSpread) {
  const Gpu gpu = toy::machine_gpu();
  CalibrationResult times = timed("dram-write-batch", "dram.write_batch", gpu);
  times.points[1].y *= 0.993;
  times.points[2].y *= 1.007;
  const CalibrationResult result = number_of_loops(times, gpu);
  const double batch = gpu.machine.memory.write_batch.si;
  EXPECT_NEAR(result.value, batch, 0.2 * batch);
  EXPECT_GT(result.spread, 0.05);
  EXPECT_LT(result.spread, 0.3);
}

TEST(Loops, RefuseWhatTheyCannotBe) {
  const Gpu gpu = toy::machine_gpu();
  CalibrationResult times = timed("dram-write-batch", "dram.write_batch", gpu);
  EXPECT_TRUE(is_of_loops(times));
  times.unit = "cycle";
  EXPECT_THROW(number_of_loops(times, gpu), InputError);
  times.unit_x.clear();
  EXPECT_FALSE(is_of_loops(times));
  EXPECT_FALSE(is_of_loops({.key = "dram.mix_curve", .unit = "B/s", .unit_x = "1"}));
}

}  // namespace
}  // namespace gpumodel
