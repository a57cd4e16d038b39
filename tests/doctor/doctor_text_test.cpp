// What compilers and the system say, as `doctor` reads it.
#include "src/cli/doctor/text.hpp"

#include <gtest/gtest.h>

namespace gpumodel {
namespace {

TEST(DoctorText, NvccVersion) {
  EXPECT_EQ(nvcc_version("nvcc: NVIDIA (R) Cuda compiler driver\n"
                         "Copyright (c) 2005-2025 NVIDIA Corporation\n"
                         "Cuda compilation tools, release 13.0, V13.0.88\n"
                         "Build cuda_13.0.r13.0/compiler.36424714_0\n"),
            "13.0.88");
  EXPECT_EQ(nvcc_version("release 12.4"), "");
  EXPECT_EQ(nvcc_version("some wrapper, V2"), "");
  EXPECT_EQ(nvcc_version(""), "");
}

TEST(DoctorText, NvccTargetsRise) {
  const std::vector<ComputeCapability> targets =
      nvcc_targets("compute_75\ncompute_90\ncompute_100\ncompute_103\ncompute_89\nsm_35\nerror\n");
  EXPECT_EQ(targets, (std::vector<ComputeCapability>{{7, 5}, {8, 9}, {9, 0}, {10, 0}, {10, 3}}));
  EXPECT_TRUE(nvcc_targets("nvcc fatal: Unknown option").empty());
}

TEST(DoctorText, VersionAtTheBeginning) {
  EXPECT_EQ(version_in("12.2.0\n"), "12.2.0");
  EXPECT_EQ(version_in("unknown"), "");
}

TEST(DoctorText, CountersForAdministratorsOnly) {
  EXPECT_EQ(counters_admin_only("ResmanDebugLevel: 4294967295\nRmProfilingAdminOnly: 1\n"), true);
  EXPECT_EQ(counters_admin_only("RmProfilingAdminOnly: 0\nRmMsg: \"\"\n"), false);
  EXPECT_EQ(counters_admin_only("XRmProfilingAdminOnly: 1\n"), std::nullopt);
  EXPECT_EQ(counters_admin_only("RmProfilingAdminOnly:"), std::nullopt);
  EXPECT_EQ(counters_admin_only(""), std::nullopt);
}

TEST(DoctorText, RootOfAContainerMayNotAdminister) {
  EXPECT_TRUE(may_administer("Name:\tgpumodel\nCapEff:\t000001ffffffffff\n"));
  EXPECT_FALSE(may_administer("CapPrm:\t000001ffffffffff\nCapEff:\t00000000a80425fb\n"));
  EXPECT_FALSE(may_administer("CapEff:\tsomething\n"));
  EXPECT_FALSE(may_administer(""));
}

}  // namespace
}  // namespace gpumodel
