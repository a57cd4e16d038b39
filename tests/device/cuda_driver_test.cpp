// What the CUDA driver offers, asked of a fake one and of none.
#include "validate/device/cuda_driver.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace gpumodel {
namespace {

TEST(CudaDriver, GpusThatCanBeHad) {
  unsetenv("FAKE_CUINIT");
  unsetenv("FAKE_GPU_NAME");
  const CudaDriver driver = ask_cuda_driver(FAKE_CUDA_DRIVER);
  EXPECT_EQ(driver.why_not, "");
  EXPECT_EQ(driver.version, 12040);
  ASSERT_EQ(driver.gpus.size(), 1U);
  const CudaGpu& gpu = driver.gpus[0];
  EXPECT_EQ(gpu.name, "Fake GPU 70");
  EXPECT_EQ(gpu.pci_bus_id, "0000:3b:00.0");
  EXPECT_EQ(gpu.major, 9);
  EXPECT_EQ(gpu.minor, 0);
  EXPECT_EQ(gpu.sms, 132);
  EXPECT_EQ(gpu.memory_bytes, std::int64_t{80} << 30U);
  EXPECT_EQ(gpu.l2_bytes, 52428800);
}

TEST(CudaDriver, GpusThatReachEachOther) {
  setenv("FAKE_BOTH", "1", 1);
  const CudaDriver driver = ask_cuda_driver(FAKE_CUDA_DRIVER);
  unsetenv("FAKE_BOTH");
  EXPECT_EQ(driver.gpus.size(), 2U);
  EXPECT_EQ(driver.peer_pairs, 1);
}

TEST(CudaDriver, DriverThatDoesNotStart) {
  setenv("FAKE_CUINIT", "100", 1);
  const CudaDriver driver = ask_cuda_driver(FAKE_CUDA_DRIVER);
  EXPECT_EQ(driver.why_not, "no CUDA-capable device is detected");
  EXPECT_EQ(driver.version, 12040);
  EXPECT_TRUE(driver.gpus.empty());
  setenv("FAKE_CUINIT", "999", 1);
  EXPECT_EQ(ask_cuda_driver(FAKE_CUDA_DRIVER).why_not, "error 999");
}

TEST(CudaDriver, NoDriver) {
  const CudaDriver driver = ask_cuda_driver("libno-such-cuda.so.1");
  EXPECT_NE(driver.why_not.find("libno-such-cuda.so.1"), std::string::npos);
  EXPECT_EQ(driver.version, 0);
  EXPECT_EQ(ask_cuda_driver("libm.so.6").why_not, "libm.so.6 is no CUDA driver");
}

}  // namespace
}  // namespace gpumodel
