// From a descriptor and what is asked to a question: schedules, compiled registers, lifetimes.
#include "models/time/asked_kernel.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "models/kernel/workload.hpp"
#include "src/io/library/load.hpp"

namespace gpumodel::test {
namespace {

class AskedKernelTest : public ::testing::Test {
 protected:
  AskedKernel asked(const Kernel& kernel, LaunchWay way,
                    const KernelResources* compiled = nullptr) const {
    AskedKernel made;
    settle({.kernel = &kernel, .gpu = &gpu_, .way = way, .compiled = compiled}, made);
    return made;
  }

  const Gpu gpu_ = std::get<Gpu>(load_device("h200").device);
  const Kernel both_ = load_kernel("conv3d").kernel;  // a launch and an OpenACC schedule
  const Kernel only_openacc_ = load_kernel("jacobi2d-acc-seq").kernel;
  const Kernel only_launch_ = load_kernel("transpose-naive").kernel;
};

TEST_F(AskedKernelTest, TheWayIsTheOneAskedForElseTheLaunchElseTheOnlyOne) {
  EXPECT_EQ(&asked(both_, LaunchWay::any).kernel(), &both_);
  EXPECT_EQ(&asked(both_, LaunchWay::launch).kernel(), &both_);
  EXPECT_NE(asked(both_, LaunchWay::openacc).changed, nullptr);
  EXPECT_NE(asked(only_openacc_, LaunchWay::any).changed, nullptr);
  EXPECT_TRUE(asked(only_openacc_, LaunchWay::openacc).kernel().launch.has_value());
  // What a host runs is the loop.
  EXPECT_EQ(&asked(only_openacc_, LaunchWay::none).kernel(), &only_openacc_);
}

TEST_F(AskedKernelTest, AWayThatTheFileDoesNotStateIsRefused) {
  EXPECT_THROW(asked(only_openacc_, LaunchWay::launch), ScheduleMissing);
  EXPECT_THROW(asked(only_launch_, LaunchWay::openacc), ScheduleMissing);
}

TEST_F(AskedKernelTest, CompiledRegistersReplaceThoseOfACopy) {
  const auto stated = [](const Kernel& kernel) {
    std::vector<Number> values;
    evaluate_parameters(kernel, {}, values);
    return launch_shape(kernel, values).registers_per_thread;
  };
  const auto before = stated(only_launch_);
  KernelResources compiled;
  compiled.registers = 77;
  const AskedKernel made = asked(only_launch_, LaunchWay::any, &compiled);
  EXPECT_EQ(stated(made.kernel()), 77);
  EXPECT_EQ(made.stated_registers, before);
  EXPECT_EQ(stated(only_launch_), before);
  // Also of what an OpenACC compiler launches.
  EXPECT_EQ(stated(asked(both_, LaunchWay::openacc, &compiled).kernel()), 77);
}

TEST_F(AskedKernelTest, ItsQuestionMovesWithIt) {
  AskedKernel made = asked(both_, LaunchWay::openacc);
  const AskedKernel moved = std::move(made);
  EXPECT_EQ(moved.question.kernel, moved.changed.get());
  EXPECT_EQ(moved.question.values.data(), moved.values.data());
  Prediction prediction;
  predict(default_model(), moved.question, prediction);
  EXPECT_GT(prediction.time(prediction.kernel).si, 0.0);
}

}  // namespace
}  // namespace gpumodel::test
