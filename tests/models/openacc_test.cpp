// Lowered schedules: every iteration of a nest runs once, whatever the compiler, sizes and levels.
#include <gtest/gtest.h>

#include <map>

#include "models/analysis/kernel_analysis.hpp"
#include "models/kernel/openacc/lower.hpp"
#include "models/kernel/thread/block_runner.hpp"
#include "models/kernel/workload.hpp"
#include "models/occupancy/sm_limits.hpp"
#include "models/time/machine/demand.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "tests/models/toy_machine.hpp"

namespace gpumodel {
namespace {

using Visits = std::map<std::int64_t, int>;  // by element of the array: stores

// Counts the stores of every element. Loops are short enough to be run whole.
class StoreCounter : public BlockSink {
 public:
  StoreCounter(Visits& visits, std::int64_t base) : visits_(visits), base_(base) {}
  void weight(double times) override { EXPECT_EQ(times, 1.0); }
  void access(std::size_t, int, const WarpLanes& lanes) override {
    for (int lane = 0; lane < lanes_per_warp; ++lane) {
      if (!lanes.is_active(lane)) continue;
      ++visits_[(lanes.address[static_cast<std::size_t>(lane)] - base_) / 8];
    }
  }

 private:
  Visits& visits_;
  std::int64_t base_;
};

struct Walked {
  LaunchShape shape;
  Visits visits;
};

Walked run(const Kernel& kernel) {
  std::vector<Number> values;
  evaluate_parameters(kernel, {}, values);
  Walked result;
  result.shape = launch_shape(kernel, values);
  const PreparedProgram program = prepare(kernel, values, result.shape);
  BlockRunner runner(program);
  StoreCounter counter(result.visits, program.arrays.front().base);
  for (std::int64_t x = 0; x < result.shape.grid[0]; ++x) runner.run({x, 0, 0}, counter);
  return result;
}

Kernel nest(const std::string& openacc, const std::string& parameters = "{n: 37, m: 45}") {
  return read_kernel(make_text_file("kernel: nest\nparameters: " + parameters +
                                        "\narrays: {U: {type: f64, shape: [n, m]}}\n"
                                        "openacc: {" +
                                        openacc + "}\nthread: {do: [{store: 'U[i][j]'}]}\n",
                                    "nest.yaml"))
      .kernel;
}

constexpr const char* inner = "nest: {i: 1..n-1, j: 1..m-1}";

Visits points(std::int64_t n, std::int64_t m, std::int64_t step_i = 1, std::int64_t step_j = 1) {
  Visits all;
  for (std::int64_t i = 1; i < n - 1; i += step_i) {
    for (std::int64_t j = 1; j < m - 1; j += step_j) all[i * m + j] = 1;
  }
  return all;
}

DeviceFacts h200_facts() {
  return {132, find_limits({9, 0})};
}

std::string schedule(const char* compiler, const std::string& rest) {
  return std::string("compiler: ") + compiler + ", " + inner + ", " + rest;
}

class OpenAcc : public testing::TestWithParam<const char*> {};

TEST_P(OpenAcc, EveryIterationRunsOnce) {
  const std::vector<std::string> rest = {
      "schedule: {i: gang, j: vector}",
      "schedule: {i: gang, j: vector}, vector_length: 128",
      "schedule: {i: gang, j: vector}, num_gangs: 5, vector_length: 64",
      "schedule: {i: gang, j: vector}, num_gangs: 5, num_workers: 3",
      "schedule: {i: gang, j: seq}, num_gangs: 7",
      "schedule: {i: [gang, vector], j: seq}, num_gangs: 2",
      "schedule: {i: auto, j: seq}, num_gangs: 3",
      "schedule: {i: [gang, worker], j: vector}, num_gangs: 4, num_workers: 3",
      "schedule: {i: gang, j: [worker, vector]}, num_gangs: 9, num_workers: 2",
      "schedule: {i: [gang, worker, vector], j: seq}, num_gangs: 1, num_workers: 4",
      "schedule: {i: seq, j: [gang, vector]}, num_gangs: 3",
      "schedule: {i: worker, j: vector}, num_workers: 5",
      "schedule: {i: seq, j: seq}",
      "num_gangs: 6",
      "collapse: 2, num_gangs: 11",
      "collapse: 2, schedule: {i: [gang, worker, vector]}, num_gangs: 5, num_workers: 2",
      "collapse: 2, schedule: {i: gang}, num_gangs: 5",
      "collapse: 2, schedule: {i: worker}, num_workers: 7"};
  for (const std::string& each : rest) {
    for (const char* sizes : {"{n: 37, m: 45}", "{n: 3, m: 49}", "{n: 34, m: 3}"}) {
      const Kernel kernel = nest(schedule(GetParam(), each), sizes);
      std::vector<Number> values;
      evaluate_parameters(kernel, {}, values);
      EXPECT_EQ(run(kernel).visits, points(values[0].integer(), values[1].integer()))
          << each << " " << sizes;
    }
  }
}

TEST_P(OpenAcc, StepsAreKept) {
  const std::string steps = std::string("compiler: ") + GetParam() +
                            ", nest: {i: {range: 1..n-1, step: 2}, j: {range: 1..m-1, step: 3}}";
  const std::vector<std::string> rest = {", schedule: {i: gang, j: vector}, num_gangs: 4",
                                         ", schedule: {i: seq, j: [gang, vector]}, num_gangs: 4",
                                         ", collapse: 2, num_gangs: 2"};
  for (const std::string& each : rest) {
    EXPECT_EQ(run(nest(steps + each)).visits, points(37, 45, 2, 3)) << each;
  }
}

TEST_P(OpenAcc, EmptyNestsRunNothing) {
  const std::string rest = "schedule: {i: gang, j: vector}, num_gangs: 2";
  EXPECT_TRUE(run(nest(schedule(GetParam(), rest), "{n: 2, m: 45}")).visits.empty());
  EXPECT_TRUE(run(nest(schedule(GetParam(), "collapse: 2"), "{n: 37, m: 1}")).visits.empty());
}

TEST_P(OpenAcc, TheDeviceChangesTheLaunchAndNotTheWork) {
  for (const char* each : {"schedule: {i: gang, j: vector}", "collapse: 2", "schedule: {}"}) {
    const Kernel kernel = nest(schedule(GetParam(), each));
    EXPECT_EQ(run(with_openacc(kernel, {.sms = 3, .limits = find_limits({7, 0})})).visits,
              points(37, 45))
        << each;
  }
}

// Where gangs have more iterations than one, GCC deals runs of them and NVHPC turns (assumed).
TEST(OpenAccMapping, GangsTakeRunsOrTurns) {
  const std::string rest = "schedule: {i: gang, j: seq}, num_gangs: 10";
  const auto first_block = [&](const char* compiler) {
    const Kernel kernel = nest(schedule(compiler, rest));
    std::vector<Number> values;
    evaluate_parameters(kernel, {}, values);
    const PreparedProgram program = prepare(kernel, values, launch_shape(kernel, values));
    BlockRunner runner(program);
    Visits visits;
    StoreCounter counter(visits, program.arrays.front().base);
    runner.run({0, 0, 0}, counter);
    std::vector<std::int64_t> rows;
    for (const auto& [element, times] : visits) {
      if (rows.empty() || rows.back() != element / 45) rows.push_back(element / 45);
    }
    return rows;
  };
  EXPECT_EQ(first_block("gcc"), (std::vector<std::int64_t>{1, 2, 3, 4}));
  EXPECT_EQ(first_block("nvhpc"), (std::vector<std::int64_t>{1, 11, 21, 31}));
}

std::string shape_text(const LaunchShape& shape) {
  return std::to_string(shape.block[0]) + "x" + std::to_string(shape.block[1]) + " in " +
         std::to_string(shape.grid[0]);
}

std::string shape_on(const DeviceFacts& facts, const std::string& openacc, const char* sizes) {
  const Kernel kernel = with_openacc(nest(openacc, sizes), facts);
  std::vector<Number> values;
  evaluate_parameters(kernel, {}, values);
  return shape_text(launch_shape(kernel, values));
}

// Twice the resident warps of 132 SMs, in blocks of the size that the vectors make. The launches
// that state registers, and those of vectors of 32 without workers, are what an H200 printed
// (GCC 12, GOMP_DEBUG=1).
TEST(OpenAccMapping, GccChoosesGangsFromTheDevice) {
  const char* big = "{n: 8192, m: n}";
  const auto gcc = [&](const std::string& rest) {
    return shape_on(h200_facts(), schedule("gcc", rest), big);
  };
  EXPECT_EQ(gcc("schedule: {i: gang, j: vector}"), "32x1 in 8448");
  EXPECT_EQ(gcc("schedule: {i: gang, j: vector}, vector_length: 128"), "128x1 in 16896");
  EXPECT_EQ(gcc("schedule: {i: auto, j: seq}"), "32x1 in 8448");
  EXPECT_EQ(gcc("schedule: {i: auto, j: auto}"), "32x32 in 16896");
  EXPECT_EQ(gcc("schedule: {i: auto, j: auto}, vector_length: 64"), "64x15 in 16896");
  EXPECT_EQ(gcc("schedule: {i: gang, j: vector}, vector_length: 128, registers_per_thread: 48"),
            "128x1 in 10560");
  EXPECT_EQ(gcc("schedule: {i: auto, j: auto}, registers_per_thread: 48"), "32x20 in 10560");
  EXPECT_EQ(gcc("schedule: {i: gang, j: [worker, vector]}, num_workers: 4, vector_length: 64, "
                "registers_per_thread: 48"),
            "64x4 in 10560");
  EXPECT_EQ(gcc("collapse: 2, vector_length: 128, registers_per_thread: 32"), "128x1 in 16896");
  EXPECT_EQ(gcc("schedule: {i: seq, j: seq}"), "32x1 in 1");
  EXPECT_EQ(shape_on({}, schedule("gcc", "schedule: {i: gang, j: vector}"), big), "32x1 in 1024");
}

TEST(OpenAccMapping, NvhpcCountsIterations) {
  const auto nvhpc = [&](const std::string& rest, const char* sizes = "{n: 4096, m: n}") {
    return shape_on(h200_facts(), schedule("nvhpc", rest), sizes);
  };
  EXPECT_EQ(nvhpc("schedule: {i: gang, j: vector}"), "128x1 in 4094");
  EXPECT_EQ(nvhpc("schedule: {i: auto, j: auto}"), "128x1 in 4094");
  EXPECT_EQ(nvhpc("collapse: 2"), "128x1 in 65535");
  EXPECT_EQ(nvhpc("collapse: 2", "{n: 3, m: 100002}"), "128x1 in 782");
  EXPECT_EQ(nvhpc("schedule: {i: gang, j: [worker, vector]}"), "32x4 in 4094");
}

std::string levels_text(AccCompiler compiler,
                        const std::vector<std::optional<AccLevels>>& written) {
  std::string text;
  for (const AccLevels levels : assigned_levels(compiler, written)) {
    text += (text.empty() ? "" : " / ") + acc_text(levels);
  }
  return text;
}

TEST(OpenAccMapping, AutoLoops) {
  const std::optional<AccLevels> is_auto;
  const std::optional<AccLevels> seq = 0U, gang = acc_gang, vector = acc_vector;
  const auto gcc = [](const std::vector<std::optional<AccLevels>>& written) {
    return levels_text(AccCompiler::gcc, written);
  };
  EXPECT_EQ(gcc({is_auto}), "gang vector");
  EXPECT_EQ(gcc({is_auto, is_auto}), "gang worker / vector");
  EXPECT_EQ(gcc({is_auto, is_auto, is_auto}), "gang / worker / vector");
  EXPECT_EQ(gcc({is_auto, is_auto, is_auto, is_auto}), "gang / worker / seq / vector");
  EXPECT_EQ(gcc({gang, is_auto}), "gang / worker vector");
  EXPECT_EQ(gcc({is_auto, vector}), "gang worker / vector");
  EXPECT_EQ(gcc({is_auto, seq}), "gang vector / seq");
  const auto nvhpc = [](const std::vector<std::optional<AccLevels>>& written) {
    return levels_text(AccCompiler::nvhpc, written);
  };
  EXPECT_EQ(nvhpc({is_auto}), "gang vector");
  EXPECT_EQ(nvhpc({is_auto, is_auto}), "gang / vector");
  EXPECT_EQ(nvhpc({is_auto, is_auto, is_auto}), "gang / seq / vector");
  EXPECT_EQ(nvhpc({is_auto, vector}), "gang / vector");
  EXPECT_EQ(nvhpc({gang, is_auto}), "gang / vector");
  EXPECT_EQ(nvhpc({is_auto, gang}), "seq / gang");
}

// The same statements as CUDA and as OpenACC.
TEST(OpenAccMapping, BesideALaunch) {
  const Kernel kernel =
      read_kernel(
          make_text_file("kernel: both\n"
                         "parameters: {n: 37, m: 45}\n"
                         "arrays: {U: {type: f64, shape: [n, m]}}\n"
                         "launch: {block: [32, 4], grid: [ceil_div(m, block.x) * ceil_div(n, 4)]}\n"
                         "openacc: {nest: {i: 1..n-1, j: 1..m-1}}\n"
                         "thread:\n"
                         "  let: {row: block_index.x / 2, i: row * 4 + thread.y,\n"
                         "        j: block_index.x % 2 * 32 + thread.x, k: j - 1}\n"
                         "  where: i > 0 && i < n-1 && j > 0 && j < m-1\n"
                         "  do: [{store: 'U[i][k+1]'}]\n",
                         "both.yaml"))
          .kernel;
  EXPECT_EQ(shape_text(run(kernel).shape), "32x4 in 20");
  EXPECT_EQ(run(kernel).visits, points(37, 45));
  const Walked acc = run(with_openacc(kernel, h200_facts()));
  EXPECT_EQ(shape_text(acc.shape), "32x32 in 16896");
  EXPECT_EQ(acc.visits, points(37, 45));
}

// What a warp meets besides the statements, and the unrolling of the loop inside.
class CodeCounter : public BlockSink {
 public:
  void weight(double times) override { times_ = times; }
  void access(std::size_t, int, const WarpLanes&) override {}
  void added(const AddedCode& code, Masks) override {
    barriers += times_ * code.barriers;
    argument_waits += times_ * code.l1_waits;
  }
  void round(const PreparedLoop& loop, std::int64_t, Masks) override {
    copies = std::max(copies, loop.code.copies);
  }
  double barriers = 0.0, argument_waits = 0.0;
  std::int64_t copies = 0;

 private:
  double times_ = 1.0;
};

CodeCounter code_of_first_block(const std::string& openacc) {
  const Kernel kernel = nest(openacc);
  std::vector<Number> values;
  evaluate_parameters(kernel, {}, values);
  const PreparedProgram program = prepare(kernel, values, launch_shape(kernel, values));
  BlockRunner runner(program);
  CodeCounter counter;
  runner.run_warp({0, 0, 0}, 0, counter);
  return counter;
}

// A gang of 35 / 5 rows: GCC's arguments are read at the start and again for every row; lane 0 asks
// whether there is a row, before the first and after each, and the lanes meet around every row.
TEST(OpenAccCode, GccHandsStateToTheLanesOfEveryRow) {
  const std::string rows = "schedule: {i: gang, j: vector}, num_gangs: 5";
  const CodeCounter wide = code_of_first_block(schedule("gcc", rows + ", vector_length: 64"));
  EXPECT_EQ(wide.argument_waits, 2 + 7 * 2);
  EXPECT_EQ(wide.barriers, 2 + 7 * (1 + 1 + 2));
  EXPECT_EQ(wide.copies, 4);
  const CodeCounter warp = code_of_first_block(schedule("gcc", rows));
  EXPECT_EQ(warp.argument_waits, 2 + 7 * 2);
  EXPECT_EQ(warp.barriers, 0);  // a warp needs none
  const CodeCounter other = code_of_first_block(schedule("nvhpc", rows));
  EXPECT_EQ(other.argument_waits + other.barriers, 0);
  EXPECT_EQ(other.copies, 1);
}

TEST(OpenAccCode, LoopsThatLanesShareAsOneAreEnteredOnce) {
  const std::string both = "schedule: {i: [gang, vector], j: seq}, num_gangs: 2, vector_length: 64";
  const CodeCounter counter = code_of_first_block(schedule("gcc", both));
  EXPECT_EQ(counter.argument_waits, 2 + 2);
  EXPECT_EQ(counter.barriers, 2);
}

double load_phases(const std::string& type, const std::string& store) {
  const Kernel kernel =
      read_kernel(make_text_file("kernel: rounds\nparameters: {n: 32}\narrays:\n"
                                 "  A: {type: " +
                                     type +
                                     ", shape: [n, n]}\n"
                                     "  C: {type: " +
                                     type +
                                     ", shape: [n, n]}\n"
                                     "openacc: {nest: {i: 0..n, j: 0..n}, num_gangs: n,\n"
                                     "          schedule: {i: gang, j: vector}}\n"
                                     "thread:\n  do:\n    - for: {k: 0..16}\n      do:\n"
                                     "        - load: A[i][k], A[k][j]\n" +
                                     store,
                                 "rounds.yaml"))
          .kernel;
  std::vector<Number> values;
  evaluate_parameters(kernel, {}, values);
  const PreparedProgram program = prepare(kernel, values, launch_shape(kernel, values));
  return launch_traffic(program, *find_memory_rules({9, 0})).course.load_phases;
}

// Loads of later rounds run 16 B ahead, two rounds of two f32 together, and never past a store.
TEST(OpenAccCode, LoadsOfGccRunLittleAhead) {
  EXPECT_EQ(load_phases("f32", ""), 8);
  EXPECT_EQ(load_phases("f64", ""), 16);
  EXPECT_EQ(load_phases("f32", "        - store: C[i][k]\n"), 16);
}

// 35 rows on 100 gangs of one row each: the others have nothing to do, and a warp's path is that of
// those which do.
TEST(OpenAccCode, GangsWithoutRowsDoNotCount) {
  const Kernel kernel = nest(schedule("gcc", "schedule: {i: gang, j: vector}, num_gangs: 100"));
  std::vector<Number> values;
  evaluate_parameters(kernel, {}, values);
  const KernelAnalysis analysis = analyse(kernel, values, nullptr);
  EXPECT_EQ(analysis.traffic.blocks, 100);
  EXPECT_EQ(analysis.traffic.working, 35);
  EXPECT_EQ(analysis.traffic.course.l1_phases, 4);
  EXPECT_EQ(machine_demand(kernel, analysis, CacheStart::warm, toy::machine_gpu()).working, 35);
}

INSTANTIATE_TEST_SUITE_P(Compilers, OpenAcc, testing::Values("gcc", "nvhpc"));

}  // namespace
}  // namespace gpumodel
