// NVML through fakes of it: answers, refusals, older drivers, no library.
#include "validate/device/nvml.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "validate/device/clock_events.hpp"
#include "validate/device/compute_processes.hpp"

namespace gpumodel {
namespace {

class NvmlTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"FAKE_REFUSES", "FAKE_SM_MHZ", "FAKE_REASONS", "FAKE_PROCESSES"})
      unsetenv(name);
  }
  static NvmlDevice gpu(const char* library = FAKE_NVML) {
    std::string why_not;
    const auto nvml = Nvml::load(why_not, library);
    EXPECT_TRUE(nvml) << why_not;
    return nvml->device("0000:3b:00.0").value();
  }
};

TEST_F(NvmlTest, IdentityHasBaseUnits) {
  const DeviceIdentity is = gpu().identity();
  EXPECT_EQ(is.name, "NVIDIA Fake");
  EXPECT_EQ(is.driver, "580.65.06");
  EXPECT_EQ(is.cuda_driver, "12.4");
  EXPECT_EQ(is.ecc, true);
  EXPECT_EQ(is.mig, false);  // now; it is pending
  EXPECT_EQ(is.persistence, true);
  EXPECT_EQ(is.power_limit_w, 650.0);
  EXPECT_EQ(is.max_sm_clock_hz, 1980e6);
  EXPECT_EQ(is.max_memory_clock_hz, 3201e6);
  EXPECT_EQ(is.pcie_generation, 4);
  EXPECT_EQ(is.pcie_width, 8);
  EXPECT_EQ(is.max_pcie_generation, 5);
  EXPECT_EQ(is.max_pcie_width, 16);
}

TEST_F(NvmlTest, StateHasBaseUnits) {
  setenv("FAKE_REASONS", "0x44", 1);
  const DeviceState state = gpu().state();
  EXPECT_EQ(state.sm_clock_hz, 1755e6);
  EXPECT_EQ(state.memory_clock_hz, 3201e6);
  EXPECT_EQ(state.temperature_c, 61.0);
  EXPECT_EQ(state.power_w, 512.5);
  EXPECT_EQ(state.throttle, (std::vector<std::string>{"sw_power_cap", "hw_thermal_slowdown"}));
  EXPECT_EQ(state.other_processes, 0);
}

TEST_F(NvmlTest, ARefusedQueryLosesOneFieldOnly) {
  setenv("FAKE_REFUSES", "nvmlDeviceGetEccMode nvmlDeviceGetName nvmlDeviceGetPowerUsage", 1);
  const DeviceIdentity is = gpu().identity();
  EXPECT_EQ(is.ecc, std::nullopt);
  EXPECT_EQ(is.name, std::nullopt);
  EXPECT_EQ(is.mig, false);
  const DeviceState state = gpu().state();
  EXPECT_EQ(state.power_w, std::nullopt);
  EXPECT_EQ(state.temperature_c, 61.0);
}

TEST_F(NvmlTest, AnotherLimitWhereTheEnforcedOneIsRefused) {
  setenv("FAKE_REFUSES", "nvmlDeviceGetEnforcedPowerLimit", 1);
  EXPECT_EQ(gpu().identity().power_limit_w, 700.0);
}

TEST_F(NvmlTest, UnknownReasonsAreNotNoReasons) {
  setenv("FAKE_REFUSES", "nvmlDeviceGetCurrentClocksEventReasons", 1);
  EXPECT_EQ(gpu().state().throttle, std::nullopt);
}

TEST_F(NvmlTest, OldDriverHasOtherNamesAndFewerFunctions) {
  setenv("FAKE_REASONS", "0x8", 1);
  const DeviceState state = gpu(FAKE_NVML_OLD).state();
  EXPECT_EQ(state.throttle, std::vector<std::string>{"hw_slowdown"});
  EXPECT_EQ(state.other_processes, std::nullopt);
}

TEST_F(NvmlTest, CountsOtherProcessesEvenVeryMany) {
  std::string pids = std::to_string(getpid());
  for (int i = 0; i < 100; ++i) pids += " " + std::to_string(5'000'000 + i);
  setenv("FAKE_PROCESSES", pids.c_str(), 1);
  EXPECT_EQ(gpu().state().other_processes, 100);
}

TEST_F(NvmlTest, NoSuchDevice) {
  std::string why_not;
  EXPECT_FALSE(Nvml::load(why_not, FAKE_NVML)->device("0000:af:00.0"));
}

TEST_F(NvmlTest, MissingLibraryIsNamed) {
  std::string why_not;
  EXPECT_FALSE(Nvml::load(why_not, "libno-such-nvml.so.1"));
  EXPECT_NE(why_not.find("libno-such-nvml.so.1"), std::string::npos) << why_not;
}

TEST_F(NvmlTest, LibraryThatDoesNotStartSaysWhy) {
  setenv("FAKE_REFUSES", "nvmlInit_v2", 1);
  std::string why_not;
  EXPECT_FALSE(Nvml::load(why_not, FAKE_NVML));
  EXPECT_NE(why_not.find("Driver Not Loaded"), std::string::npos) << why_not;
}

TEST_F(NvmlTest, AnotherLibraryIsNotNvml) {
  std::string why_not;
  EXPECT_FALSE(Nvml::load(why_not, "libm.so.6"));
  EXPECT_EQ(why_not, "libm.so.6 is not NVML");
}

TEST(ClockEvents, IdleIsNoReasonAndNewOnesAreKept) {
  EXPECT_TRUE(clock_event_words(0x1).empty());
  EXPECT_EQ(clock_event_words(0x21), std::vector<std::string>{"sw_thermal_slowdown"});
  EXPECT_EQ(clock_event_words(0x10000), std::vector<std::string>{"other"});
}

TEST(ComputeProcesses, OneOfTheUnknownIsThisOneInAContainer) {
  const std::vector<unsigned> two = {11, 22}, none;
  EXPECT_EQ(other_processes(two, 11, false), 1);
  EXPECT_EQ(other_processes(two, 11, true), 1);
  EXPECT_EQ(other_processes(two, 33, false), 2);
  EXPECT_EQ(other_processes(two, 33, true), 1);
  EXPECT_EQ(other_processes(none, 33, true), 0);
}

}  // namespace
}  // namespace gpumodel
