// Other programs and how they end.
#include "src/cli/measure/process.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace gpumodel::test {
namespace {

ProcessResult shell(const std::string& script, double limit = 10.0) {
  return run_process({"/bin/sh", "-c", script}, limit);
}

TEST(Process, OutputAndExitCode) {
  const ProcessResult result = shell("echo out; echo one >&2; echo 'error: two' >&2; exit 3");
  EXPECT_EQ(result.out, "out\n");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.signal, 0);
  EXPECT_EQ(result.last_words(), "two");
}

TEST(Process, Signals) {
  const ProcessResult result = shell("kill -SEGV $$");
  EXPECT_EQ(result.signal, 11);
  EXPECT_EQ(result.exit_code, -1);
}

TEST(Process, IsStoppedWithAllItStarted) {
  const auto start = std::chrono::steady_clock::now();
  const ProcessResult result = shell("sleep 30 & sleep 30", 0.2);
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.signal, 9);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(Process, CannotBeStarted) {
  EXPECT_FALSE(run_process({"/no/such/program"}, 1.0).why_not.empty());
}

TEST(Process, LargeOutput) {
  EXPECT_EQ(shell("head -c 1000000 /dev/zero").out.size(), 1000000U);
  EXPECT_TRUE(shell("cat /dev/zero").overflowed);
}

TEST(Process, HasNoInput) {
  EXPECT_EQ(shell("cat").exit_code, 0);
}

}  // namespace
}  // namespace gpumodel::test
