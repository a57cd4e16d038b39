// Warp instructions and wavefronts of the data path, per warp, against those counted on an H200
// (validate/records/h200/cuda.json, nvcc 13.0), and the rules of the estimate by hand.
#include <gtest/gtest.h>

#include <ostream>

#include "models/analysis/kernel_analysis.hpp"
#include "models/kernel/compiler/code_estimate.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "tests/traffic/program_builder.hpp"

namespace gpumodel::test {
namespace {

KernelAnalysis analyse_library(const std::string& kernel,
                               const std::vector<std::pair<std::string, long>>& parameters) {
  const std::string library = GPUMODEL_LIBRARY;
  const std::string path = library + "/kernels/" + kernel + "/" + kernel + ".yaml";
  const KernelFile file = read_kernel(read_text_file(path, path));
  std::vector<std::optional<Number>> overrides(file.kernel.parameters.size());
  for (const auto& [name, value] : parameters) {
    overrides.at(*find_parameter(file.kernel, name)) = Number::integer(value);
  }
  std::vector<Number> values;
  evaluate_parameters(file.kernel, overrides, values);
  const DeviceFile device =
      read_device(read_text_file(library + "/devices/h200.yaml", "devices/h200.yaml"));
  return analyse(file.kernel, values, &std::get<Gpu>(device.device));
}

struct CountedInstructions {
  const char* kernel;
  std::vector<std::pair<std::string, long>> parameters;
  double instructions, shared_wavefronts;  // per warp
  double tolerance;                        // of the instructions, share
};

// The name in lists of tests; its bytes would change from run to run.
void PrintTo(const CountedInstructions& counted, std::ostream* out) {
  *out << counted.kernel;
}

class Instructions : public testing::TestWithParam<CountedInstructions> {};

TEST_P(Instructions, PerWarp) {
  const CountedInstructions& counted = GetParam();
  const KernelAnalysis analysis = analyse_library(counted.kernel, counted.parameters);
  const double warps = analysis.traffic.warps;
  EXPECT_NEAR(analysis.mix.total() / warps / counted.instructions, 1.0, counted.tolerance);
  EXPECT_NEAR(analysis.mix.passing() / warps, counted.shared_wavefronts, 1e-9);
  EXPECT_NEAR(analysis.mix.pipes.total(), analysis.mix.total(), 1e-6 * analysis.mix.total());
}

// Without shared memory, where what passes the data path are thread indices alone.
INSTANTIATE_TEST_SUITE_P(
    H200, Instructions,
    testing::Values(CountedInstructions{"copy", {{"N", 65536}}, 16, 1, 0},
                    CountedInstructions{"scale", {{"N", 4096}}, 18, 1, 0},
                    CountedInstructions{"triad", {{"N", 262144}}, 21, 1, 0},
                    CountedInstructions{"fill", {{"N", 65536}}, 14, 1, 0},
                    CountedInstructions{"saxpy", {{"N", 1048576}}, 19, 1, 0},
                    CountedInstructions{"gather", {{"N", 1048576}}, 19, 1, 0},
                    CountedInstructions{"jacobi2d", {{"n", 2048}}, 38.98, 2, 0.05},
                    CountedInstructions{"heat3d", {{"nx", 128}}, 64.73, 3, 0.05},
                    CountedInstructions{"conv2d", {{"n", 1024}, {"radius", 1}}, 54.93, 2, 0.05},
                    CountedInstructions{"matmul-naive-f32", {{"n", 512}}, 2383, 2, 0.05},
                    CountedInstructions{"accumulate-local", {{"iters", 64}}, 191, 1, 0.05},
                    CountedInstructions{"intensity", {{"iters", 256}}, 343, 1, 0.05}));

TEST(Instructions, OfACopyAreTheseByPipe) {
  const KernelAnalysis analysis = analyse_library("copy", {{"N", 65536}});
  const double warps = analysis.traffic.warps;
  const PipeInstructions& pipes = analysis.mix.pipes;
  EXPECT_DOUBLE_EQ(pipes.load_store / warps, 3);  // thread index, load, store
  EXPECT_DOUBLE_EQ(pipes.alu / warps, 1);         // the comparison with N
  EXPECT_DOUBLE_EQ(pipes.fma / warps, 3);         // global index, two addresses
  // Stack pointer, block index and extent, N, descriptor, two pointers.
  EXPECT_DOUBLE_EQ(pipes.uniform / warps, 7);
  EXPECT_DOUBLE_EQ(pipes.control / warps, 2);  // exit of what is outside, exit
  EXPECT_DOUBLE_EQ(pipes.special + pipes.fp64 + pipes.tensor, 0);
}

// A store, a load and a thread index: no more than one clock each.
TEST(Wavefronts, OfAFillAreTheStoreAndTheThreadIndex) {
  const KernelAnalysis analysis = analyse_library("fill", {{"N", 65536}});
  const double own = analysis.traffic.accesses.front().wavefronts;
  EXPECT_DOUBLE_EQ((own + analysis.mix.passing()) / analysis.traffic.warps, 2);
}

TEST(Wavefronts, OfAtomicsOnOneAddressAreItsLanes) {
  const KernelAnalysis analysis =
      analyse_library("histogram-global", {{"N", 4194304}, {"bins", 1}});
  const double reductions = analysis.traffic.accesses.back().wavefronts;
  EXPECT_NEAR(reductions / analysis.traffic.warps, 32, 1e-9);
}

// Whole numbers of 4 B are joined in a register where their place follows from blocks and rounds.
TEST(Wavefronts, OfWholeNumbersAddedAtOneAddressAreOneForAWarp) {
  const auto lanes = [](const char* type, const char* place) {
    ProgramBuilder builder;
    builder.array("x", "f32", {1 << 20});
    builder.array("sum", type, {4096});
    builder.body({builder.load("x[global.x]"), builder.access(Access::Op::reduction, place)});
    const LaunchShape shape{.block = {256, 1, 1}, .grid = {4096, 1, 1}};
    const std::vector<Number> values = ProgramBuilder::values(shape);
    const LaunchTraffic traffic =
        launch_traffic(prepare(builder.kernel(), values, shape), *find_memory_rules({9, 0}));
    return traffic.accesses.back().active_lanes / traffic.accesses.back().requests;
  };
  EXPECT_DOUBLE_EQ(lanes("i32", "sum[0]"), 1);
  EXPECT_DOUBLE_EQ(lanes("i32", "sum[block_index.x]"), 1);
  EXPECT_DOUBLE_EQ(lanes("i32", "sum[warp]"), 32);  // no compiler knows that it is one
  EXPECT_DOUBLE_EQ(lanes("i64", "sum[0]"), 32);
  EXPECT_DOUBLE_EQ(lanes("f32", "sum[0]"), 32);
}

IndexSum value(int number) {
  return IndexSum::value(number);
}

TEST(IndexSum, AddsAndMultiplies) {
  // (i - 1) * m + j - (i * m + j) is -m.
  const IndexSum i = value(0), m = value(1), j = value(2);
  const IndexSum before = *add(*multiply(*add(i, IndexSum::constant(-1)), m), j);
  const IndexSum here = *add(*multiply(m, i), j);
  EXPECT_EQ(*add(before, here, -1), *multiply(IndexSum::constant(-1), m));
  EXPECT_EQ(add(here, here, -1)->as_constant(), 0);
}

TEST(IndexSum, IsLinearInItsValues) {
  const IndexSum k = value(0), n = value(1), x = value(2);
  const IndexSum sum = *add(*multiply(k, n), *add(x, IndexSum::constant(3)));
  const std::optional<Linear> linear = linear_in(sum, 0);
  ASSERT_TRUE(linear);
  EXPECT_EQ(linear->slope, n);
  EXPECT_EQ(linear->rest.without_constant(), x);
  EXPECT_EQ(linear->rest.constant_part(), 3);
  EXPECT_FALSE(linear_in(*multiply(k, k), 0));
}

TEST(IndexSum, LeavesOverflowToTheCaller) {
  const IndexSum large = IndexSum::constant(INT64_MAX);
  EXPECT_FALSE(add(large, IndexSum::constant(1)));
  EXPECT_FALSE(multiply(large, IndexSum::constant(2)));
}

}  // namespace
}  // namespace gpumodel::test
