// The watch of clocks during a measurement, on a fake NVML.
#include "validate/device/clock_watch.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace gpumodel {
namespace {

using namespace std::chrono_literals;

NvmlDevice fake_gpu() {
  std::string why_not;
  return Nvml::load(why_not, FAKE_NVML)->device("0000:3b:00.0").value();
}

DeviceState clock_of(double hz) {
  DeviceState state;
  state.sm_clock_hz = hz;
  return state;
}

TEST(ClockWatch, SamplesBothEndsOfTheShortestMeasurement) {
  ClockWatch watch(fake_gpu(), 1h);
  const ClockSummary summary = watch.stop();
  EXPECT_GE(summary.samples, 2);
  EXPECT_EQ(summary.sm_clock_hz.value().median, 1755e6);
  EXPECT_EQ(summary.memory_clock_hz, 3201e6);
  EXPECT_EQ(summary.max_temperature_c, 61.0);
  EXPECT_EQ(summary.power_w, 512.5);
  EXPECT_TRUE(summary.throttle.value().empty());
}

TEST(ClockWatch, SamplesUntilStopped) {
  ClockWatch watch(fake_gpu(), 1ms);
  std::this_thread::sleep_for(100ms);
  EXPECT_GE(watch.stop().samples, 10);
}

TEST(ClockWatch, StopsOnceAndWhenForgotten) {
  { ClockWatch forgotten(fake_gpu()); }
  ClockWatch watch(fake_gpu());
  const int samples = watch.stop().samples;
  EXPECT_EQ(watch.stop().samples, samples);  // and does not sample again
}

TEST(ClockSummary, RangeOfWhatWasSeen) {
  const ClockSummary summary = summarised({clock_of(3.0), clock_of(1.0), {}, clock_of(2.0)});
  EXPECT_EQ(summary.samples, 4);
  EXPECT_EQ(summary.sm_clock_hz.value().min, 1.0);
  EXPECT_EQ(summary.sm_clock_hz.value().median, 2.0);
  EXPECT_EQ(summary.sm_clock_hz.value().max, 3.0);
  EXPECT_FALSE(summary.throttle);
  EXPECT_FALSE(summary.power_w);
}

TEST(ClockSummary, EveryReasonSeen) {
  DeviceState a, b;
  a.throttle = {"sw_power_cap"};
  b.throttle = {"hw_slowdown", "sw_power_cap"};
  EXPECT_EQ(summarised({a, {}, b}).throttle,
            (std::set<std::string>{"hw_slowdown", "sw_power_cap"}));
}

TEST(ClockSummary, OfNothing) {
  const ClockSummary summary = summarised({});
  EXPECT_EQ(summary.samples, 0);
  EXPECT_FALSE(summary.sm_clock_hz);
}

}  // namespace
}  // namespace gpumodel
