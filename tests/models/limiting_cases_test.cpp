// Limiting cases with the toy device of toy.hpp, whose numbers are round enough for the head.
#include <gtest/gtest.h>

#include "models/time/terms/host.hpp"
#include "models/time/terms/textbook_overlap.hpp"
#include "tests/models/toy.hpp"

namespace gpumodel {
namespace {

struct LimitCase {
  const char* claim;
  toy::Volumes volumes;
  const char* model;
  const char* bound;
  double seconds;
};

// textbook: 1 TB/s, 10 (20, 40) TFLOP/s; roofline: half of each, and 2 us to launch
const LimitCase limit_cases[] = {
    {"no arithmetic: memory roof", {.loaded = 2e9, .stored = 1e9}, "textbook", "memory", 3e-3},
    {"no traffic: compute roof", {.fp64 = 1e10}, "textbook", "compute", 1e-3},
    {"half precision costs a quarter", {.fp16 = 1e10}, "textbook", "compute", 0.25e-3},
    {"below the ridge of 10 FLOP/B", {.fp64 = 9e9, .loaded = 1e9}, "textbook", "memory", 1e-3},
    {"above the ridge", {.fp64 = 11e9, .loaded = 1e9}, "textbook", "compute", 1.1e-3},
    {"pipes one after the other", {.fp64 = 1e10, .fp32 = 2e10}, "textbook", "compute", 2e-3},
    {"memory roof and launch", {.stored = 1e9}, "roofline", "dram", 2e-3 + 2e-6},
    {"compute roof and launch", {.fp64 = 1e10}, "roofline", "fp64", 2e-3 + 2e-6},
    {"pipes side by side: fp64", {.fp64 = 1e10, .fp32 = 1e10}, "roofline", "fp64", 2e-3 + 2e-6},
    {"pipes side by side: fp32", {.fp64 = 1e9, .fp32 = 1e10}, "roofline", "fp32", 1e-3 + 2e-6},
    {"a small kernel is its launch", {.loaded = 1e3}, "roofline", "launch", 2e-9 + 2e-6},
};

TEST(LimitingCases, Kernel) {
  for (const LimitCase& row : limit_cases) {
    const toy::Case one{.kernel = toy::kernel(row.volumes), .model = row.model};
    EXPECT_NEAR(one.time(), row.seconds, 1e-12 * row.seconds) << row.claim;
    EXPECT_EQ(one.predict().bound().name, row.bound) << row.claim;
  }
}

struct SurroundingsCase {
  const char* claim;
  toy::Volumes volumes;
  const char* model;
  double h2d, d2h, host;
};

// textbook: 1 us + V / 10 GB/s and 100 GB/s, 1 TFLOP/s on the host; roofline: the link at half
const SurroundingsCase surroundings_cases[] = {
    {"copies",
     {.loaded = 1e9, .to_device = 1e9, .to_host = 1e7},
     "textbook",
     0.100001,
     0.001001,
     0.01},
    {"one way", {.loaded = 1e9, .to_device = 1e9}, "textbook", 0.100001, 0.0, 0.01},
    {"no copies cost nothing", {.fp64 = 1e12}, "textbook", 0.0, 0.0, 1.0},
    {"one byte costs the latency", {.fp32 = 1e12, .to_host = 1}, "textbook", 0.0, 1.0001e-6, 0.5},
    {"half the link",
     {.loaded = 1e9, .to_device = 1e9, .to_host = 1e7},
     "roofline",
     0.200001,
     0.002001,
     0.01},
    {"a host has no FP16", {.fp16 = 1e12}, "roofline", 0.0, 0.0, 0.5},
};

TEST(LimitingCases, Surroundings) {
  for (const SurroundingsCase& row : surroundings_cases) {
    const toy::Case one{.kernel = toy::kernel(row.volumes), .model = row.model};
    const Prediction p = one.predict();
    EXPECT_NEAR(p.time(p.h2d).si, row.h2d, 1e-12) << row.claim;
    EXPECT_NEAR(p.time(p.d2h).si, row.d2h, 1e-12) << row.claim;
    EXPECT_NEAR(p.time(p.transfers).si, row.h2d + row.d2h, 1e-12) << row.claim;
    EXPECT_NEAR(p.time(p.offload).si, row.h2d + row.d2h + one.time(), 1e-12) << row.claim;
    ASSERT_TRUE(p.host);
    EXPECT_NEAR(p.time(p.host->term).si, row.host, 1e-12) << row.claim;
    EXPECT_EQ(p.host->offload_pays, row.host > one.offload()) << row.claim;
  }
}

// The sheet counts all of a direction at once.
TEST(LimitingCases, EachArrayIsACopyOfItsOwn) {
  toy::Case both{.kernel = toy::kernel({.loaded = 1, .to_device = 1e9, .to_host = 1e7})};
  both.kernel.to_device = {0, 1};
  both.kernel.to_host = {};
  const Prediction sheet = both.predict();
  EXPECT_NEAR(sheet.time(sheet.h2d).si, 1e-6 + 0.101, 1e-12);
  both.model = "roofline";
  const Prediction p = both.predict();
  const std::vector<TermId> parts = p.terms.parts(p.h2d);
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(p.terms[parts[0]].name, "in");
  EXPECT_NEAR(p.time(parts[0]).si, 1e-6 + 0.2, 1e-12);
  EXPECT_NEAR(p.time(parts[1]).si, 1e-6 + 0.002, 1e-12);
  EXPECT_EQ(p.time(p.d2h).si, 0.0);
}

// What is below the first size takes as long as that; what a copy costs in a queue is known better
// than what it costs alone.
TEST(LimitingCases, CopiesTakeWhatIsKnownOfTheirSize) {
  toy::Case one;
  const auto h2d = [&](double bytes) {
    one.kernel = toy::kernel({.loaded = 1, .to_device = bytes});
    const Prediction p = one.predict();
    return p.time(p.h2d).si;
  };
  LinkParameters& link = one.gpu.machine.link;
  toy::set(link.h2d_queued, Seconds{3e-6});
  EXPECT_NEAR(h2d(1e9), 1e-6 + 0.1, 1e-12);
  one.model = "roofline";
  EXPECT_NEAR(h2d(1e9), 3e-6 + 0.2, 1e-12);
  toy::set(link.h2d_queued_by_size, {{1e6, 1e9}, {1e9, 4e9}});
  EXPECT_NEAR(h2d(1e9), 0.25, 1e-12);
  EXPECT_NEAR(h2d(1e3), 1e-3, 1e-12);
  EXPECT_EQ(h2d(0), 0.0);
  one.model = "textbook";
  EXPECT_NEAR(h2d(1e9), 1e-6 + 0.1, 1e-12);
}

struct OverlapCase {
  const char* claim;
  double kernel, data;  // seconds
  int streams;
  double seconds;
};

const OverlapCase overlap_cases[] = {
    {"one stream is synchronous", 2e-3, 1e-3, 1, 3e-3},
    {"kernel-dominated: t_kernel + t_data / n", 4e-3, 2e-3, 4, 4.5e-3},
    {"transfer-dominated: t_data + t_kernel / n", 2e-3, 4e-3, 4, 4.5e-3},
    {"equal parts", 2e-3, 2e-3, 2, 3e-3},
    {"very many streams hide the smaller part", 4e-3, 2e-3, 1000000, 4.000002e-3},
};

// Kernel in [1, 100] us and data in [10, 12] us: at the upper end the kernel dominates, though at
// the centre the data does.
TEST(LimitingCases, OverlapAtTheEndsOfTheInterval) {
  TermTree tree;
  const auto us = [](double t) { return Seconds{t * 1e-6}; };
  const auto given = [&](const char* name, Estimate<Seconds> time) {
    return tree.leaf(name, tree.workings().count("t", time, "given"));
  };
  const TermId kernel = given("kernel", {us(10), us(1), us(100)});
  const TermId data = given("transfers", {us(11), us(10), us(12)});
  const Estimate<Seconds> t = tree[textbook_overlap_term(tree, kernel, data, 4)].time;
  EXPECT_NEAR(t.value.si, 13.5e-6, 1e-18);  // 11 + 10/4
  EXPECT_NEAR(t.low.si, 10.25e-6, 1e-18);   // 10 + 1/4
  EXPECT_NEAR(t.high.si, 103e-6, 1e-18);    // 100 + 12/4
}

TEST(LimitingCases, Overlap) {
  for (const OverlapCase& row : overlap_cases) {
    toy::Case one{.kernel = toy::kernel(
                      {.loaded = row.kernel * 1e12, .to_device = std::round(row.data * 10e9)})};
    toy::set(one.gpu.h2d_latency, Seconds{0});
    one.streams = row.streams;
    const Prediction p = one.predict();
    ASSERT_TRUE(p.textbook_overlap);
    EXPECT_NEAR(p.time(p.textbook_overlap->term).si, row.seconds, 1e-15) << row.claim;
    EXPECT_NEAR(p.textbook_overlap->speedup, (row.kernel + row.data) / row.seconds, 1e-12)
        << row.claim;
  }
  EXPECT_FALSE(toy::Case{.kernel = toy::kernel({.loaded = 1})}.predict().textbook_overlap);
}

TEST(LimitingCases, IntervalIsTheWorstCaseOfItsOperands) {
  toy::Case one{.kernel = toy::kernel({.loaded = 1e9}), .model = "roofline"};
  toy::set(one.gpu.dram_copy_bandwidth, BytesPerSecond{0.5e12}, 1.25);
  toy::set(one.gpu.launch_latency, Seconds{2e-6}, 2.0);
  const Prediction p = one.predict();
  EXPECT_DOUBLE_EQ(p.terms[p.kernel].time.value.si, 2e-3 + 2e-6);
  EXPECT_DOUBLE_EQ(p.terms[p.kernel].time.low.si, 2e-3 / 1.25 + 1e-6);
  EXPECT_DOUBLE_EQ(p.terms[p.kernel].time.high.si, 2e-3 * 1.25 + 4e-6);
}

Estimate<Seconds> host_time(const Cpu& cpu, const char* model = "roofline") {
  const toy::Case one{
      .cpu = cpu, .kernel = toy::kernel({.loaded = 1e6, .to_device = 1}), .model = model};
  const Prediction p = one.predict();
  return p.terms[p.host->term].time;
}

// 10 us of memory. What a parallel loop takes to start may come on top where it is not known.
TEST(LimitingCases, AHostStartsALoopOnSeveralCores) {
  Cpu cpu = toy::cpu();
  const auto expect = [&](double value, double low, double high) {
    const Estimate<Seconds> t = host_time(cpu);
    EXPECT_NEAR(t.value.si, value, 1e-12);
    EXPECT_NEAR(t.low.si, low, 1e-12);
    EXPECT_NEAR(t.high.si, high, 1e-12);
  };
  expect(10e-6, 10e-6, 10e-6);  // of how many cores is not known
  toy::set(cpu.cores, Count{8});
  expect(10e-6, 10e-6, 20e-6);
  toy::set(cpu.loop_start, Seconds{4e-6}, 1.25);
  expect(14e-6, 13.2e-6, 15e-6);
  EXPECT_NEAR(host_time(cpu, "textbook").value.si, 10e-6, 1e-12);  // peaks
  toy::set(cpu.cores, Count{1});
  expect(10e-6, 10e-6, 10e-6);
}

// A megabyte is loaded, and as much stored as stated, of which nothing is loaded before.
Estimate<Seconds> host_memory(const Cpu& cpu, double stored, bool warm) {
  TermTree tree;
  const Kernel kernel = toy::kernel({});
  const Workload work{
      .loaded = Bytes{1e6}, .stored = Bytes{stored}, .unread = Bytes{stored}, .launch = {}};
  return tree[host_memory_term(tree, kernel, work, cpu, warm)].time;
}

void expect_between(const Estimate<Seconds>& t, double value, double low, double high) {
  EXPECT_NEAR(t.value.si, value, 1e-12);
  EXPECT_NEAR(t.low.si, low, 1e-12);
  EXPECT_NEAR(t.high.si, high, 1e-12);
}

// At 200 GB/s 5 us; half the set is copied twice as fast, twice the set half as fast.
TEST(LimitingCases, WhereACacheOfAHostEndsIsKnownToAPointOfItsCurve) {
  Cpu cpu = toy::cpu();
  toy::set(cpu.copy_by_footprint, {{0.5e6, 400e9}, {1e6, 200e9}, {2e6, 100e9}});
  expect_between(host_memory(cpu, 0, true), 5e-6, 2.5e-6, 10e-6);
  expect_between(host_memory(cpu, 0, false), 10e-6, 10e-6, 10e-6);
  toy::set(cpu.copy_by_footprint, {{0.5e6, 200e9}, {1e6, 200e9}, {2e6, 400e9}});
  expect_between(host_memory(cpu, 0, true), 5e-6, 2.5e-6, 5e-6);
  toy::set(cpu.copy_by_footprint, {{0.5e6, 100e9}, {1e6, 200e9}, {2e6, 200e9}});
  expect_between(host_memory(cpu, 0, true), 5e-6, 5e-6, 10e-6);
  toy::set(cpu.copy_by_footprint, {{0.5e6, 400e9}, {1e6, 200e9}, {2e6, 300e9}});  // a dip
  expect_between(host_memory(cpu, 0, true), 5e-6, 2.5e-6, 5e-6);
  toy::set(cpu.copy_by_footprint, {{0.5e6, 150e9}, {1e6, 200e9}, {2e6, 100e9}});  // a hill
  expect_between(host_memory(cpu, 0, true), 5e-6, 5e-6, 10e-6);
}

// Copies at 100 GB/s move 150 GB/s with the lines that stores fetch; 1 MB stored moves 2 MB.
TEST(LimitingCases, AHostThatFetchesLinesReachesWhatReadsOrWritesDo) {
  Cpu cpu = toy::cpu();
  const auto expect = [&](double read, double write, double low, double high) {
    toy::set(cpu.memory_read, BytesPerSecond{read});
    toy::set(cpu.memory_write, BytesPerSecond{write});
    expect_between(host_memory(cpu, 1e6, false), 20e-6, 20e-6 / high, 20e-6 / low);
  };
  expect(150e9, 75e9, 1.0, 1.0);
  expect(120e9, 90e9 - 1, 0.8, 2 * (90e9 - 1) / 150e9);
  expect(180e9, 60e9, 0.8, 1.2);
  expect(180e9, 90e9, 1.0, 1.2);   // both reach more than a copy
  expect(120e9, 60e9, 0.8, 1.0);   // both less
  expect(120e9, 100e9, 1.0, 1.0);  // writes as fast as these fetch nothing
}

// A roofline of known accesses: what reaches DRAM, reads and writes, at the rate of copies.
TEST(LimitingCases, ARooflineMovesWhatTheCachesLeave) {
  toy::Case one{.kernel = toy::kernel({.loaded = 1e9, .stored = 0.5e9}), .model = "roofline"};
  std::vector<Number> values;
  evaluate_parameters(one.kernel, {}, values);
  Prediction p;
  p.analysis.emplace();
  p.analysis->cold.dram_read_bytes = 1e9;
  p.analysis->cold.dram_write_bytes = 0.25e9;
  p.work = {.loaded = Bytes{1e9}, .stored = Bytes{0.5e9}, .launch = {}};
  predict_again(*find_model("roofline"), {&one.kernel, values, &one.gpu, nullptr, 0}, p);
  EXPECT_NEAR(p.time(p.memory).si, 1.25e9 / 0.5e12, 1e-12);
}

TEST(LimitingCases, ModelsHaveNames) {
  EXPECT_EQ(model_names(", "), "textbook, roofline, machine");
}

TEST(LimitingCases, AKernelThatDoesNothingIsRefused) {
  EXPECT_THROW(toy::Case{.kernel = toy::kernel({.to_device = 5})}.time(), FormulaError);
}

TEST(LimitingCases, ArithmeticIntensity) {
  EXPECT_EQ(toy::Case{.kernel = toy::kernel({.fp64 = 3, .fp32 = 1, .loaded = 6, .stored = 2})}
                .predict()
                .arithmetic_intensity(),
            0.5);
  EXPECT_FALSE(toy::Case{.kernel = toy::kernel({.fp64 = 3})}.predict().arithmetic_intensity());
}

}  // namespace
}  // namespace gpumodel
