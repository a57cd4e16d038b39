// The log reader on real logs of nvcc 13.0 (tests/data/ptxas) and on what older or broken logs
// hold.
#include "models/occupancy/ptxas_log.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "tests/occupancy/launch_sampler.hpp"

namespace gpumodel::test {
namespace {

std::string read_log(const std::string& name) {
  std::ifstream file(GPUMODEL_TEST_DATA "/ptxas/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

const std::string block_sum = "_Z9block_sumIdEvPKT_PS0_";

TEST(PtxasLog, OneArchitecture) {
  const auto kernels = read_ptxas_log(read_log("sm_90.log"));
  const ComputeCapability hopper{9, 0};
  const std::vector<KernelResources> expected = {{"calls", hopper, 23, 0, 32, 0, 0, 0},
                                                 {"three_barriers", hopper, 12, 4000, 0, 0, 0, 3},
                                                 {block_sum, hopper, 14, 2048, 0, 0, 0, 1},
                                                 {"saxpy", hopper, 10, 0, 0, 0, 0, 0}};
  EXPECT_EQ(kernels, expected);
}

TEST(PtxasLog, EveryStoredLogHasItsArchitecture) {
  EXPECT_EQ(read_ptxas_log(read_log("sm_75.log")).at(0).capability, (ComputeCapability{7, 5}));
  EXPECT_EQ(read_ptxas_log(read_log("sm_120.log")).at(0).capability, (ComputeCapability{12, 0}));
}

TEST(PtxasLog, TwoArchitecturesPrefixesAndCarriageReturns) {
  const auto kernels = read_ptxas_log(read_log("spills_sm_80_sm_90a_prefixed_crlf.log"));
  ASSERT_EQ(kernels.size(), 10u);
  EXPECT_EQ(kernels[0], (KernelResources{"spills", {8, 0}, 32, 0, 584, 832, 1056, 0}));
  EXPECT_EQ(kernels[5].name, "spills");
  EXPECT_EQ(kernels[5].capability, (ComputeCapability{9, 0}));
  EXPECT_EQ(kernels[9].name, "saxpy");
}

// Device functions have properties of their own, before and after the kernels.
TEST(PtxasLog, DeviceFunctionsAreLeftOut) {
  const auto kernels = read_ptxas_log(read_log("relocatable_sm_90.log"));
  ASSERT_EQ(kernels.size(), 4u);
  EXPECT_EQ(kernels[0].name, "calls");
  EXPECT_EQ(kernels[0].stack_frame, 0);
}

TEST(PtxasLog, OlderCompilersSayLess) {
  const auto kernels = read_ptxas_log(
      "ptxas info    : Compiling entry function '_Z1kPf' for 'sm_35'\n"
      "ptxas info    : Used 20 registers, 4096+16 bytes smem, 344 bytes cmem[0]");
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].registers, 20);
  EXPECT_EQ(kernels[0].static_shared_memory, 4112);
  EXPECT_FALSE(kernels[0].barriers);
  EXPECT_FALSE(kernels[0].spill_stores);
}

TEST(PtxasLog, NothingToFind) {
  EXPECT_TRUE(read_ptxas_log("").empty());
  EXPECT_TRUE(read_ptxas_log("make: Nothing to be done for 'all'.\n").empty());
  EXPECT_TRUE(read_ptxas_log("Used 20 registers\n").empty());
  EXPECT_TRUE(read_ptxas_log("Compiling entry function 'k' for 'sm_90'\n").empty());
  EXPECT_TRUE(read_ptxas_log("Compiling entry function 'k' for 'sm_90'\n"
                             "Used 99999999999999999999 registers\n")
                  .empty());
}

TEST(PtxasLog, DamagedLogsDoNotCrash) {
  const std::string whole = read_log("spills_sm_80_sm_90a_prefixed_crlf.log");
  for (std::size_t length = 0; length <= whole.size(); ++length)
    EXPECT_LE(read_ptxas_log(std::string_view(whole).substr(0, length)).size(), 10u);
  Random random(5);
  for (int i = 0; i < 2'000; ++i) {
    std::string damaged = whole;
    for (int flips = 0; flips < 20; ++flips)
      damaged[random.between<std::size_t>(0, damaged.size() - 1)] =
          static_cast<char>(random.bits());
    EXPECT_LE(read_ptxas_log(damaged).size(), 10u);
  }
}

}  // namespace
}  // namespace gpumodel::test
