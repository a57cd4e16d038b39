// Device files against what a driver says.
#include "models/validation/device_match.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/validation/point_builder.hpp"

namespace gpumodel::test {
namespace {

RecordedDevice seen() {
  RecordedDevice device;
  device.name = "NVIDIA Round-100";
  device.compute_capability = "9.0";
  device.sms = 100;
  device.l2_bytes = 64e6;
  device.max_sm_clock_hz = 1.004e9;
  return device;
}

TEST(DeviceMatch, FieldsThatBothSidesKnow) {
  Gpu gpu = round_numbers();
  set(gpu.l2_capacity, 60e6);
  const std::vector<FieldMatch> fields = match_device(gpu, seen());
  ASSERT_EQ(fields.size(), 4U);  // capability, SMs, L2, clock; memory and link are not known
  EXPECT_EQ(std::ranges::count_if(fields, &FieldMatch::matches), 3);
  EXPECT_EQ(fields[2].stated, "60000000");
  EXPECT_EQ(fields[2].found, "64000000");
  EXPECT_FALSE(fields[2].matches);
}

TEST(DeviceMatch, MemoryAndLink) {
  Gpu gpu = round_numbers();
  gpu.memory_type = "HBM3e";
  gpu.link_type = "PCIe 5.0 x16";
  set(gpu.dram_capacity, 141e9);
  set(gpu.dram_data_rate, 6.4e9);
  RecordedDevice device = seen();
  device.memory_bytes = 150e9;  // 140 GiB
  device.max_memory_clock_hz = 3.2e9;
  device.pcie_generation = 5;
  device.pcie_width = 8;
  const std::vector<FieldMatch> fields = match_device(gpu, device);
  EXPECT_EQ(std::ranges::count_if(fields, &FieldMatch::matches), 5);
  EXPECT_EQ(fields.back().found, "PCIe 5.0 x8");
  EXPECT_FALSE(fields.back().matches);
}

TEST(DeviceMatch, KindAndName) {
  Gpu gpu = round_numbers();
  EXPECT_TRUE(same_kind(gpu, seen()));
  EXPECT_EQ(common_words(gpu, seen()), 2);  // "round" and "100"; the id is "round" again
  set(gpu.sms, 99);
  EXPECT_FALSE(same_kind(gpu, seen()));
}

TEST(DeviceMatch, ProcessorsByNameAndCores) {
  Cpu cpu;
  cpu.name = "Round CPU";
  set(cpu.cores, 8);
  EXPECT_TRUE(describes(cpu, {"Round CPU", 8, "Linux 6.8"}));
  EXPECT_TRUE(describes(cpu, {"Round CPU", 16, "Linux 6.8"}));  // two hardware threads each
  EXPECT_FALSE(describes(cpu, {"Round CPU", 12, "Linux 6.8"}));
  EXPECT_FALSE(describes(cpu, {"Another CPU", 8, "Linux 6.8"}));
}

}  // namespace
}  // namespace gpumodel::test
