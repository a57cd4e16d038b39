// The machine model by hand: each term alone, at the limits where nothing else counts.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <random>

#include "models/analysis/kernel_analysis.hpp"
#include "models/core/constants.hpp"
#include "models/time/machine/late_lanes.hpp"
#include "models/time/machine/terms.hpp"
#include "tests/models/toy_machine.hpp"
#include "tests/traffic/program_builder.hpp"

namespace gpumodel {
namespace {

struct MachineLimit {
  const char* claim;
  double blocks;
  std::function<void(MachineDemand&)> ask;
  const char* term;
  double seconds;  // of the term
};

// A thousand waits, so many of them for data that the warp has not had.
void wait_for_new(MachineDemand& demand, double times) {
  demand.path.load_phases = demand.path.loads = 1000;
  demand.path.fresh_phases = demand.path.fresh_pair_phases = times;
}

// Rates of toy::machine_gpu(). Enough blocks for an even load: imbalance (n + 1) / n, n per SM.
const MachineLimit machine_limits[] = {
    {"a block alone lives for 200 ns", 1, [](auto&) {}, "latency", 200e-9},
    {"two turns of 16 blocks per SM", 320, [](auto&) {}, "latency", 2 * 200e-9},
    {"a million tiny blocks leave one by one", 1e6, [](auto& d) { d.resident = 32; }, "dispatch",
     1e-3},
    {"1000 dependent loads from DRAM", 1,
     [](auto& d) {
       d.path.load_phases = d.path.loads = 1000;
       d.l2_miss = 1;
     },
     "latency", 200e-9 + 1000 * 600e-9},
    {"the same from L2", 1,
     [](auto& d) {
       d.path.load_phases = d.path.loads = 1000;
       d.l2_miss = 0;
     },
     "latency", 200e-9 + 1000 * 300e-9},
    {"the same from L1", 1,
     [](auto& d) {
       d.path.load_phases = d.path.loads = 1000;
       d.l1_miss = 0;
     },
     "latency", 200e-9 + 1000 * 30e-9},
    {"four loads together wait once", 1,
     [](auto& d) {
       d.path.load_phases = 1;
       d.path.loads = 4;
       d.l2_miss = 1;
     },
     "latency", 200e-9 + 600e-9},
    {"half of the loads miss L2: a wait in between", 1,
     [](auto& d) {
       d.path.load_phases = d.path.loads = 1;
       d.l2_miss = 0.5;
     },
     "latency", 200e-9 + 450e-9},
    {"data on their way from DRAM for others: as many waits as warps that miss", 1,
     [](auto& d) {
       wait_for_new(d, 1000);
       d.l1_miss = 0;
       d.awaited = d.awaited_dram = 1;
     },
     "latency", 200e-9 + 1000 * 600e-9},
    {"one of ten waits is for data that the warp has not had", 1,
     [](auto& d) {
       wait_for_new(d, 100);
       d.l1_miss = 0;
       d.awaited = d.awaited_dram = 0.01;  // one lane of many
     },
     "latency", 200e-9 + 900 * 30e-9 + 100 * 600e-9},
    {"half of them only from L2", 1,
     [](auto& d) {
       wait_for_new(d, 1000);
       d.l1_miss = d.l2_miss = 0;
       d.awaited = 1;
       d.awaited_dram = 0.5;
     },
     "latency", 200e-9 + 1000 * 450e-9},
    {"lines at 32 places in DRAM: five doublings", 1,
     [](auto& d) {
       wait_for_new(d, 1000);
       d.path.doublings = 5000;
       d.l2_miss = 1;
     },
     "latency", 200e-9 + 1000 * 600e-9 * (1 + 5 * constants::dram_wait_of_places.value)},
    {"what the block has written is in L2", 1,
     [](auto& d) {
       wait_for_new(d, 1000);
       d.path.known_phases = 900;
       d.l2_miss = 1;
     },
     "latency", 200e-9 + 900 * 300e-9 + 100 * 600e-9},
    {"dependent arithmetic at the clock", 1, [](auto& d) { d.path.operations = Cycles{1e6}; },
     "latency", 200e-9 + 1e-3},
    {"a wavefront per SM and cycle", 1e4, [](auto& d) { d.wavefronts = 1e10; }, "l1", 1.001},
    {"a load of four wavefronts", 1e4,
     [](auto& d) { d.loads = {{.bytes = 4, .lines = 1, .wavefronts = 4, .requests = 0.25e10}}; },
     "l1", 1.001},
    {"and two more to look up lines in one bank", 1e4,
     [](auto& d) { d.loads = {{.bytes = 4, .lines = 8, .tag_conflicts = 2, .requests = 0.25e10}}; },
     "l1", 1.001},
    {"two for a narrow load of what is on its way, and one for another", 1e4,
     [](auto& d) { d.loads = {{.bytes = 2, .requests = 0.8e10, .awaited = 0.25}}; }, "l1", 1.001},
    {"and no more than its lookups take", 1e4,
     [](auto& d) { d.loads = {{.bytes = 2, .lines = 16, .requests = 0.25e10, .awaited = 1}}; },
     "l1", 1.001},
    {"80 cycles for a store to a line on its way", 1e4,
     [](auto& d) { d.early_stores = 1e10 / constants::early_store.value; }, "early_stores", 1.001},
    {"shared atomics of three cycles", 1e4,
     [](auto& d) {
       d.shared_atomics = {{"i32", 1, 1e10 / 3.0}};
     },
     "shared_atomics", 1.001},
    {"four instructions per SM and cycle", 1e4, [](auto& d) { d.instructions = 4e10; }, "issue",
     1.001},
    {"and as many that a sequence leaves out", 1e4,
     [](auto& d) {
       d.instructions = 2e10;
       d.held_slots = 2e10;
     },
     "issue", 1.001},
    {"one FP64 instruction", 1e4, [](auto& d) { d.floating[0] = 1e10; }, "fp64", 1.001},
    {"two FP32 instructions", 1e4, [](auto& d) { d.floating[1] = 1e10; }, "fp32", 0.5005},
    {"two instructions on halves", 1e4, [](auto& d) { d.floating[2] = 1e10; }, "fp16", 0.5005},
    {"two integer instructions", 1e4, [](auto& d) { d.integer = 1e10; }, "integer", 0.5005},
    {"two cycles for a word of constant memory", 1e4, [](auto& d) { d.constant_words = 0.5e10; },
     "constant", 1.001},
    {"six for a line that its cache has not, and 28 where data say which", 1e4,
     [](auto& d) {
       d.constant_words = 0.16e10;
       d.constant_lines_in_turn = 0.02e10;
       d.constant_lines = 0.02e10;
     },
     "constant", 1.001},
    {"half a special function", 1e4, [](auto& d) { d.special = 1e10; }, "special", 2.002},
    {"one block uses one SM of ten", 1, [](auto& d) { d.floating[0] = 1e10; }, "fp64", 10.0},
    {"eleven blocks take two turns at ten SMs", 11, [](auto& d) { d.floating[0] = 1e10; }, "fp64",
     20.0 / 11.0},
    {"reads from L2", 1e4, [](auto& d) { d.l2_read_bytes = 4e12; }, "l2", 1.0},
    {"writes to L2", 1e4, [](auto& d) { d.l2_write_bytes = 2e12; }, "l2", 1.0},
    {"reads and writes meet in the slices", 1e4,
     [](auto& d) {
       d.l2_read_bytes = 12e12;
       d.l2_write_bytes = 8e12;
     },
     "l2", 5.0},
    {"a line is looked up in the time of half its data", 1e4,
     [](auto& d) {
       d.l2_read_bytes = 32;
       d.load_lines = 4e12 / 64;
     },
     "l2", 1.0},
    {"and twice for a store", 1e4,
     [](auto& d) {
       d.l2_write_bytes = 32;
       d.store_lines = 4e12 / 64;
     },
     "l2", 2.0},
    {"also where every sector is written in part, and nothing read", 1e4,
     [](auto& d) { d.partial_lines = d.store_lines = 4e12 / 64; }, "l2", 2.0},
    {"an SM sends L2 a sector a cycle", 1, [](auto& d) { d.sent_sectors = 1e9, d.store_lines = 1; },
     "l2", 1.0},
    {"and a line with a part of one in two", 1,
     [](auto& d) { d.sent_parts = 1e9, d.store_lines = 1; }, "l2", 2.0},
    {"one word does an operation in 1.45 cycles", 1e4,
     [](auto& d) {
       d.atomics = {{"i32", 1, 1e9, 0, 1e3, 4}};
     },
     "atomics", 1.45},
    {"the words of two arrays in two slices side by side", 1e4,
     [](auto& d) {
       d.atomics = {{"i32", 1, 1e9, 0, 1e3, 4, 0, 0}, {"i32", 1, 1e9, 0, 1e3, 4, 0, 1}};
     },
     "atomics", 1.45},
    {"its slice serves other accesses too, and fills from DRAM while it takes requests", 1e4,
     [](auto& d) {
       d.atomics = {{"i32", 1, 1e9, 0, 1e3, 4}};
       d.l2_read_bytes = 4e12;
       d.dram_read_bytes = 0.25e12;
     },
     "atomics", 1.45 + 1.0 + 0.5 * (1 - 1e3 / 1e9)},
    {"of words in several lines only the former", 1e4,
     [](auto& d) {
       d.atomics = {{"i32", 100, 1e9, 0, 1e3, 400}};
       d.l2_read_bytes = 4e12;
       d.dram_read_bytes = 0.25e12;
     },
     "atomics", 1.45 + 1.0},
    {"nothing waits for longer than there are atomics", 1e4,
     [](auto& d) {
       d.atomics = {{"i32", 1, 4e8, 0, 1e3, 4}};
       d.l2_read_bytes = 4e12;
     },
     "atomics", 2 * 0.58},
    {"64 bytes at random places reach 3/5 of a copy's bandwidth", 1e4,
     [](auto& d) { d.dram_read_bytes = d.random_read_bytes = 0.3e12; }, "dram", 1.0},
    {"one SM of ten reads a quarter of L2's bandwidth", 1, [](auto& d) { d.l2_read_bytes = 4e12; },
     "l2", 4.0},
    {"three of them three quarters", 3, [](auto& d) { d.l2_read_bytes = 4e12; }, "l2", 4.0 / 3.0},
    {"DRAM", 1e4,
     [](auto& d) {
       d.dram_read_bytes = 0.3e12;
       d.dram_write_bytes = 0.2e12;
     },
     "dram", 1.0},
    {"sectors written in two parts", 1e4,
     [](auto& d) {
       d.dram_read_bytes = 0.3e12;
       d.dram_write_bytes = 0.1e12;
       d.cut_bytes = 0.1e12;
     },
     "dram", 1.0},
    {"one SM of ten has a fifth of DRAM's bandwidth", 1,
     [](auto& d) { d.dram_read_bytes = 0.5e12; }, "dram", 5.0},
};

TEST(MachineTerms, ByHand) {
  const Gpu gpu = toy::machine_gpu();
  for (const MachineLimit& row : machine_limits) {
    MachineDemand demand = toy::empty(row.blocks);
    row.ask(demand);
    const toy::MachineAnswer answer(demand, gpu);
    EXPECT_NEAR(answer.time(row.term), row.seconds, 1e-9 * row.seconds) << row.claim;
    EXPECT_EQ(answer.limiter(), row.seconds > 2e-6 ? row.term : "launch") << row.claim;
    // Nothing else counts: the kernel is that term and its launch.
    EXPECT_NEAR(answer.time(), row.seconds + 2e-6, 0.04 * row.seconds + 0.4e-6) << row.claim;
  }
}

// launch.queued was measured with a block: its life counts once.
TEST(MachineTerms, AnEmptyKernelTakesWhatItsLaunchWasMeasuredToTake) {
  const toy::MachineAnswer answer(toy::empty(1), toy::machine_gpu());
  EXPECT_NEAR(answer.time(), 2e-6 + 1e-9, 1e-15);
  EXPECT_EQ(answer.limiter(), "launch");
}

TEST(MachineTerms, LaunchesGrowWithTheSmsThatTheyFill) {
  Gpu gpu = toy::machine_gpu();
  toy::set(gpu.machine.launch.queued_full, Seconds{3e-6});
  MachineDemand demand = toy::empty(5);
  demand.cold = false;
  EXPECT_NEAR(toy::MachineAnswer(demand, gpu).time("launch"), 2.3e-6 - 5e-9, 1e-15);
  demand.blocks = demand.working = 1000;
  EXPECT_NEAR(toy::MachineAnswer(demand, gpu).time("launch"), 2.8e-6 - 10e-9, 1e-15);
  toy::set(gpu.machine.launch.openacc, Seconds{75e-6});
  demand.openacc = true;
  EXPECT_NEAR(toy::MachineAnswer(demand, gpu).time("launch"), 75e-6, 1e-15);
}

TEST(MachineTerms, AFlushedCacheDelaysALaunchThatLoadsNothing) {
  Gpu gpu = toy::machine_gpu();
  toy::set(gpu.machine.launch.queued_cold, Seconds{2.4e-6});
  MachineDemand demand = toy::empty(1);
  const double cold = toy::MachineAnswer(demand, gpu).time();
  demand.cold = false;
  EXPECT_NEAR(cold - toy::MachineAnswer(demand, gpu).time(), 0.4e-6, 1e-15);
}

// Little's law: 32 warps of a byte each in flight per SM, not more.
// Of 1e10 multiply-adds half read three registers, and take twice as long; schedulers wait as
// long, but for what reads none.
TEST(MachineTerms, MultiplyAddsOfThreeRegistersHoldTheirPipeAndTheirScheduler) {
  Gpu gpu = toy::machine_gpu();
  MachineDemand demand = toy::empty(1e4);
  demand.floating[1] = 1e10;
  demand.instructions = 2e10;
  const double together = toy::MachineAnswer(demand, gpu).time("fp32");
  const double issued = toy::MachineAnswer(demand, gpu).time("issue");
  demand.three_registers[1] = 5e9;
  EXPECT_DOUBLE_EQ(toy::MachineAnswer(demand, gpu).time("fp32"), together);  // nothing is known
  const double rate = gpu.machine.operations[MachineOperation::fp32_fma].throughput.si;
  toy::set(gpu.machine.fp32_fma_one_chain, Count{rate / 2.0});
  EXPECT_NEAR(toy::MachineAnswer(demand, gpu).time("fp32"), 1.5 * together, 1e-9 * together);
  const double slots = 32.0 * gpu.machine.issue.si / (rate / 2.0) - 1.0;
  EXPECT_NEAR(toy::MachineAnswer(demand, gpu).time("issue"), (1.0 + 0.25 * slots) * issued,
              1e-9 * issued);
  demand.no_registers = 1e9;
  EXPECT_NEAR(toy::MachineAnswer(demand, gpu).time("issue"), (0.95 + 0.25 * slots) * issued,
              1e-9 * issued);
  demand.no_registers = 2e10;
  EXPECT_DOUBLE_EQ(toy::MachineAnswer(demand, gpu).time("issue"), issued);
}

TEST(MachineTerms, FewResidentBlocksAreBoundByLatency) {
  const Gpu gpu = toy::machine_gpu();
  MachineDemand demand = toy::empty(1e5);
  demand.path.load_phases = demand.path.loads = demand.l2_miss = 1;
  for (const double resident : {1.0, 2.0, 8.0}) {
    demand.resident = resident;
    EXPECT_NEAR(toy::MachineAnswer(demand, gpu).time("latency"), 1e4 / resident * 800e-9, 1e-12);
  }
}

TEST(MachineTerms, NearTheRidgeAThirdPowerJoinsArithmeticAndMemory) {
  MachineDemand demand = toy::empty(1e4);
  demand.floating[0] = 1e10;
  demand.dram_read_bytes = 0.5005e12;
  const toy::MachineAnswer answer(demand, toy::machine_gpu());
  EXPECT_NEAR(answer.time("work"), 1.001 * std::cbrt(2.0), 1e-3);
}

// The life of a block of one warp, where all walk through one array of 8 KB, a line each step.
double life_of_a_walk(long blocks, CacheStart start) {
  test::ProgramBuilder builder;
  builder.array("a", "f32", {2048});
  const std::size_t k = builder.variable("k");
  builder.body({builder.loop(k, "thread.x", "2048", "32", {builder.load("a[k]")})});
  Kernel kernel = builder.kernel();
  kernel.launch.emplace();
  kernel.launch->block = {builder.number(32)};
  kernel.launch->grid = {builder.number(blocks)};
  const LaunchShape shape{.block = {32, 1, 1}, .grid = {blocks, 1, 1}};
  const std::vector<Number> values = builder.values(shape);
  const Gpu gpu = toy::machine_gpu();
  const KernelAnalysis analysis = analyse(kernel, values, &gpu);
  Workings w;
  return block_life(w, machine_demand(kernel, analysis, start, gpu), gpu).value().si;
}

// Who comes late does not catch up: each line is waited for by all.
// But for the SM from which DRAM is nearest, which asks first: by the square of the part that
// others share, 13 % of a wait at most.
TEST(MachineTerms, AWalkByManyBlocksTakesAsLongAsByOneThatIsNear) {
  const double alone = life_of_a_walk(1, CacheStart::cold);
  EXPECT_GT(alone, life_of_a_walk(1, CacheStart::warm) + 15 * 300e-9);
  const auto met = [](long blocks) {
    const double others = 1.0 - 1.0 / static_cast<double>(blocks);
    return others * others;
  };
  const auto shorter = [&](long blocks) {
    return alone - life_of_a_walk(blocks, CacheStart::cold);
  };
  EXPECT_NEAR(shorter(40) / alone, 0.13 * met(40), 0.01);
  for (const long blocks : {2, 5, 10}) {
    EXPECT_NEAR(shorter(blocks) / shorter(40), met(blocks) / met(40), 3e-3) << blocks;
  }
}

// A block of 4 warps on each SM that wait for DRAM 1000 times each, and bytes that DRAM writes.
MachineDemand loops(double written) {
  MachineDemand demand = toy::empty(10);
  demand.path.load_phases = demand.path.loads = 1000;
  demand.l2_miss = 1;
  demand.dram_write_bytes = written;
  return demand;
}

double behind_writes(const MachineDemand& demand, double seconds) {
  TermTree tree;
  const Gpu gpu = toy::machine_gpu();
  return BehindWrites(tree, demand, gpu).at(seconds);
}

// Batches of 0.7 us at 0.5 TB/s.
TEST(BehindWrites, ByHand) {
  MachineDemand demand = loops(125e6);
  EXPECT_NEAR(behind_writes(demand, 1e-3), 1000 * 0.7e-6 / 64, 1e-12);  // writes a quarter of 1 ms
  EXPECT_NEAR(behind_writes(demand, 0.5e-3), 1000 * 0.7e-6 / 8, 1e-12);
  EXPECT_NEAR(behind_writes(demand, 1e-9), 1000 * 0.7e-6, 1e-12);  // never busier than all the time
  demand.dram_read_bytes = 125e6;
  EXPECT_NEAR(behind_writes(demand, 1e-3), 1000 * 0.7e-6 / 16, 1e-12);
  demand.l1_miss = 0.5;  // half of the waits
  EXPECT_NEAR(behind_writes(demand, 1e-3), 500 * 0.7e-6 / 16, 1e-12);
  demand.blocks = demand.working = 320;  // two turns
  EXPECT_NEAR(behind_writes(demand, 1e-3), 2 * 500 * 0.7e-6 / 16, 1e-12);
}

TEST(BehindWrites, NobodyWaitsWhereNothingIsWrittenOrNobodyLoadsFromDram) {
  const auto term = [](const MachineDemand& demand) {
    const toy::MachineAnswer answer(demand, toy::machine_gpu());
    EXPECT_EQ(answer.time("waits") > 0.0, answer.time("behind_writes") > 0.0);
    return answer.time("behind_writes");
  };
  const MachineDemand held_up = loops(125e6);
  EXPECT_GT(term(held_up), 0.0);
  EXPECT_EQ(term(loops(0)), 0.0);
  MachineDemand demand = held_up;
  demand.l2_miss = 0;
  EXPECT_EQ(term(demand), 0.0);
  demand = held_up;
  demand.path.load_phases = demand.path.loads = 2;  // no loop
  EXPECT_EQ(term(demand), 0.0);
  demand = held_up;
  demand.path.barriers = 500;  // in step, and held up all the same
  EXPECT_GT(term(demand), 0.0);
  demand = held_up;
  demand.threads = 32;  // a warp alone, too
  EXPECT_GT(term(demand), 0.0);
}

TEST(BehindWrites, ComeOnTopOfTheWaitsOfAnSm) {
  const toy::MachineAnswer answer(loops(125e6), toy::machine_gpu());
  const TermTree& tree = answer.tree;
  const Term& waits = tree[tree.find(answer.kernel, "waits")];
  EXPECT_EQ(waits.combine, Combine::sum);
  const Term& more = tree[tree.find(answer.kernel, "behind_writes")];
  EXPECT_EQ(more.stands_for, Leaf::wait);
  const double alone = answer.time("latency");  // nothing else keeps the SM waiting
  EXPECT_NEAR(waits.time.value.si, alone + more.time.value.si, 1e-15);
  EXPECT_NEAR(more.time.high.si, 1.4 * more.time.value.si, 1e-15);
  EXPECT_NEAR(more.time.low.si, more.time.value.si / 1.4, 1e-15);
}

Gpu gpu_whose_blocks_are_known() {
  Gpu gpu = toy::machine_gpu();
  toy::set(gpu.machine.block.empty, {{32, 200e-9}, {1024, 200e-9}});
  return gpu;
}

// Twenty turns of blocks that wait once for DRAM, which is busy for 8 us; of each wait for e^4
// lines.
MachineDemand blocks_of_lines() {
  MachineDemand demand = toy::empty(3200);
  demand.path.load_phases = demand.path.loads = 1;
  demand.l2_miss = 1;
  demand.dram_read_bytes = 4e6;
  demand.awaited_lines = std::exp(4.0);
  return demand;
}

double last_line(const MachineDemand& demand, const Gpu& gpu = gpu_whose_blocks_are_known()) {
  return toy::MachineAnswer(demand, gpu).time("last_line");
}

// The time is longer by all waits times the share of it in which DRAM is busy.
TEST(LastLine, ByHand) {
  MachineDemand demand = blocks_of_lines();
  const double alone = 20 * 800e-9;
  const auto expect = [&](double late, double busy) {
    const double longer = last_line(demand);
    EXPECT_NEAR(longer, 20 * 600e-9 * late * busy / (alone + longer), 1e-12) << late;
  };
  const double lines = 4 * constants::later_by_lines.value - constants::never_so_late.value;
  expect(lines, 8e-6);
  demand.lone_lines = 0.5;
  expect(lines + 0.5 * constants::later_by_lone.value, 8e-6);
  demand.dram_write_bytes = 1e6;
  expect(lines + 0.5 * constants::later_by_lone.value + 0.2 * constants::later_by_writes.value,
         10e-6);
}

TEST(LastLine, NobodyWaitsLongerForOneLineOrInOneWaveOrWhereWarpsMoveOnTheirOwn) {
  MachineDemand demand = blocks_of_lines();
  EXPECT_GT(last_line(demand), 0.0);
  EXPECT_EQ(last_line(demand, toy::machine_gpu()), 0.0);  // nobody knows how its blocks start
  demand.awaited_lines = 1;
  EXPECT_EQ(last_line(demand), 0.0);
  demand = blocks_of_lines();
  demand.blocks = demand.working = 160;
  EXPECT_EQ(last_line(demand), 0.0);
  demand = blocks_of_lines();
  demand.path.barriers = 1;
  EXPECT_EQ(last_line(demand), 0.0);
  demand = blocks_of_lines();
  demand.path.load_phases = demand.path.loads = 100;
  EXPECT_EQ(last_line(demand), 0.0);
}

// 32 warps, whose last comes to a barrier behind what the others pass through L1, and one that has
// nobody before it.
TEST(MachineTerms, TheLastWarpComesToABarrierBehindTheOthers) {
  const Gpu gpu = toy::machine_gpu();
  MachineDemand demand = toy::empty(10, 1024);
  demand.path.barriers = 10;
  demand.path.shared_phases = 50;  // 1500 ns
  demand.wavefronts = 10 * 4000;
  const double each = constants::barrier_per_thread.value;
  const double barriers = 200 + 10 * (constants::usual_barrier.value + 32 * each);
  const auto life = [&] { return 1e9 * toy::MachineAnswer(demand, gpu).time("latency"); };
  EXPECT_NEAR(life(), barriers + 4000 * 31.0 / 32 + 10 * 30, 1e-6);
  demand.wavefronts = 0;  // only the barrier itself holds up
  EXPECT_GT(10 * 992 * each * 31 / 32, 10 * 30);
  EXPECT_NEAR(life(), barriers + 1500 + 10 * 30, 1e-6);
  demand.threads = 32;
  EXPECT_NEAR(life(), barriers + 1500, 1e-6);
}

// Of eight waits for two loads a quarter of whose sectors are new, all from DRAM: two come to new
// sectors, one to a pair of them that L2 has not fetched.
TEST(MachineTerms, DramIsWaitedForOncePerPair) {
  MachineDemand demand = toy::empty(10);
  demand.path.load_phases = 8;
  demand.path.loads = 16;
  demand.path.fresh_phases = 2;
  demand.path.fresh_pair_phases = 1;
  demand.l1_miss = demand.awaited = demand.awaited_dram = 0.25;
  demand.l2_miss = 1.0;
  const double seconds = toy::MachineAnswer(demand, toy::machine_gpu()).time("latency");
  EXPECT_NEAR(1e9 * seconds, 200 + 1 * 600 + 3 * 300 + 4 * 30, 1e-6);
}

// A thousand million sectors at as many a second; of floats a quarter of it, measured at one word.
TEST(MachineTerms, FloatsAreAddedToOneWordAtTheirOwnRate) {
  Gpu gpu = toy::machine_gpu();
  toy::set(gpu.machine.atomic.reduce, {{1, 1e9}, {1024, 4e9}});
  toy::set(gpu.machine.atomic.f32_one, PerSecond{0.25e9});
  MachineDemand demand = toy::empty(1e4);
  const auto seconds = [&](std::string_view scalar) {
    demand.atomics = {{scalar, 1, 1e9, 0, 1e3, 4}};
    return toy::MachineAnswer(demand, gpu).time("atomics");
  };
  EXPECT_NEAR(seconds("i32"), 1.0, 1e-9);
  EXPECT_NEAR(seconds("f32"), 4.0, 1e-9);
}

// Of additions to several words sectors wait for themselves only: of four of them together floats
// reach what integers do. Doubles take a slice 2.3 cycles.
TEST(MachineTerms, EachSectorTakesFloatsAtItsOwnRate) {
  Gpu gpu = toy::machine_gpu();
  toy::set(gpu.machine.atomic.reduce, {{1, 1e9}, {1024, 1e9}});
  toy::set(gpu.machine.atomic.f32_one, PerSecond{0.25e9 * 10.35 / 32.0});
  toy::set(gpu.machine.atomic.f64_one, PerSecond{1e9});
  MachineDemand demand = toy::empty(1e4);
  const auto seconds = [&](std::string_view scalar, double bytes, double at_once) {
    demand.atomics = {{scalar, bytes / 4, 1e9, 0, 1e3, bytes, 0, 0, at_once}};
    return toy::MachineAnswer(demand, gpu).time("atomics");
  };
  EXPECT_NEAR(seconds("f32", 64, 8) / seconds("f32", 32, 8), 0.5, 1e-9);
  EXPECT_NEAR(seconds("f32", 128, 8) / seconds("i32", 128, 8), 1.0, 1e-9);
  EXPECT_GT(seconds("f32", 128, 1), 1.2 * seconds("i32", 128, 1)) << "lanes on one word";
  const double cycles = constants::cycles_of_doubles.value * 1e9 / gpu.clock.known().si;
  gpu.machine.atomic.reduce.points = {{1, 1e12}, {1024, 1e12}};
  EXPECT_NEAR(seconds("f64", 256, 4), cycles, 1e-9);
  EXPECT_NEAR(seconds("f64", 4096, 4), cycles / 8.0, 1e-9);
  EXPECT_LT(seconds("f64", 4096, 1), 0.1 * cycles);
}

// A slice has 2 of 2 lines, 2 of 4, 4 of 6 and 4 of 8: no straight line from one line to eight.
TEST(MachineTerms, AtomicsGoByTheSlicesTheyAreIn) {
  const auto seconds = [](double lines, const auto& points) {
    Gpu gpu = toy::machine_gpu();
    toy::set(gpu.machine.atomic.reduce, points);
    MachineDemand demand = toy::empty(1e4);
    demand.atomics = {{"i32", 32.0 * lines, 1e9, 0, 1e3, 128.0 * lines}};
    return toy::MachineAnswer(demand, gpu).time("atomics");
  };
  using Points = std::vector<CurvePoint>;
  const Points straight = {{1, 1e9}, {1e6, 1e9}};
  const Points measured = {{1, 1e9}, {32, 1e9}, {256, 1e9}, {1e6, 1e9}};
  const struct {
    double lines, slices;
  } cases[] = {{1, 1}, {2, 1}, {4, 2}, {6, 1.5}, {8, 2}};
  for (const auto& [lines, slices] : cases) {
    const double between = std::pow(2.0, std::log(lines) / std::log(8.0));
    EXPECT_NEAR(seconds(lines, straight) / seconds(lines, measured), slices / between, 1e-9)
        << lines;
  }
  EXPECT_DOUBLE_EQ(seconds(100, straight), seconds(100, measured));
}

// The curve is of words of 4 B: as many of 8 B take as long as twice as many of these.
TEST(MachineTerms, AtomicsGoByTheBytesTheyAreOn) {
  Gpu gpu = toy::machine_gpu();
  toy::set(gpu.machine.atomic.reduce, {{1, 1e9}, {1e4, 4e9}, {1e6, 8e9}});
  MachineDemand demand = toy::empty(1e4);
  const auto seconds = [&](std::string_view scalar, double words, double bytes) {
    demand.atomics = {{scalar, words, 1e9, 0, 1.0, words * bytes}};
    return toy::MachineAnswer(demand, gpu).time("atomics");
  };
  EXPECT_DOUBLE_EQ(seconds("i64", 500, 8), seconds("i32", 1000, 4));
  EXPECT_LT(seconds("i64", 500, 8), seconds("i32", 500, 4));
}

// Lanes on the word of the lane before: at 38 times the rate of one word, if that is slower.
TEST(MachineTerms, WholeWarpsOnOneWordEach) {
  Gpu gpu = toy::machine_gpu();
  toy::set(gpu.machine.atomic.reduce, {{1, 1e9}, {1e6, 100e9}});
  MachineDemand demand = toy::empty(1e4);
  const auto seconds = [&](double repeats) {
    demand.atomics = {{"i32", 1e6, 38e9, repeats, 1.0, 4e6}};
    return toy::MachineAnswer(demand, gpu).time("atomics");
  };
  EXPECT_NEAR(seconds(38e9), 1.0, 1e-9);
  EXPECT_NEAR(seconds(19e9), 0.5, 1e-9);
  EXPECT_LT(seconds(0.0), 0.4);
}

// A thousand million lines, which so many lanes of stores to random places come to. The curve is
// read from 8 KiB on, where an SM puts none together, for a slice that has 4 of 64 lines.
TEST(MachineTerms, StoresToFewLinesMeetInFewSlices) {
  Gpu gpu = toy::machine_gpu();
  toy::set(gpu.machine.memory.scatter, {{4096, 9e9}, {8192, 1e9}, {1 << 20, 4e9}, {1 << 22, 2e9}});
  const auto seconds = [&](double footprint, double lines, double more = 0.0) {
    MachineDemand demand = toy::empty(1e4);
    demand.scattered_stores = {{lines, more, footprint}};
    return toy::MachineAnswer(demand, gpu).time("scattered");
  };
  const double all = 1.0 / (64.0 / 32.0 * (1.0 - std::pow(63.0 / 64.0, 32)));
  EXPECT_NEAR(seconds(1 << 20, 1e9), 0.25, 0.001);
  EXPECT_NEAR(seconds(8192, 1e9), all, 1e-9);
  const struct {
    double lines, share;
  } slices[] = {{1, 1}, {2, 1}, {3, 2.0 / 3.0}, {4, 0.5}, {6, 2.0 / 3.0}, {8, 0.5}, {32, 0.125}};
  for (const auto& [lines, share] : slices) {
    EXPECT_NEAR(seconds(128 * lines, 1e9), 16.0 * share * all, 1e-9) << lines;
  }
  EXPECT_NEAR(seconds(8192, 1e9, 8e9), all + constants::scattered_by_sector.value * 8.0 / 4.0,
              1e-9);
  EXPECT_NEAR(seconds(1 << 22, 1e9, 2e9), 0.5 + constants::scattered_by_sector.value, 1e-3);
}

TEST(MachineTerms, WritesToL2AreAShareOfReadsWhereNobodyMeasuredThem) {
  Gpu gpu = toy::machine_gpu();
  gpu.machine.memory.l2_write_bandwidth = {};
  MachineDemand demand = toy::empty(1e4);
  demand.l2_write_bytes = 4e12 * constants::l2_writes_of_reads.value;
  EXPECT_NEAR(toy::MachineAnswer(demand, gpu).time("l2"), 1.0, 1e-9);
}

// A hundred waits of 50 cycles each, beside the 200 ns of an empty block.
TEST(MachineTerms, AtomicsOnSharedMemoryAreWaitedFor) {
  Gpu gpu = toy::machine_gpu();
  toy::set(gpu.machine.atomic.shared_latency, Cycles{50});
  MachineDemand demand = toy::empty(1);
  demand.path.shared_atomic_phases = 100;
  EXPECT_NEAR(toy::MachineAnswer(demand, gpu).time("latency"), 5.2e-6, 1e-15);
}

// A hundred waits of 500 cycles each.
TEST(MachineTerms, AtomicsOnGlobalMemoryAreWaitedFor) {
  Gpu gpu = toy::machine_gpu();
  toy::set(gpu.clock, Hertz{2e9});
  MachineDemand demand = toy::empty(1);
  const double before = toy::MachineAnswer(demand, gpu).time("latency");
  toy::set(gpu.machine.atomic.latency, Cycles{500});
  demand.path.atomic_phases = 100;
  EXPECT_NEAR(toy::MachineAnswer(demand, gpu).time("latency"), before + 25e-6, 1e-12);
}

// Warps that wait for atomics in their loops are held up by writes as those that wait for loads.
TEST(BehindWrites, AtomicsInALoopAreWaitsOfIt) {
  MachineDemand demand = loops(125e6);
  demand.path.load_phases = demand.path.loads = 1;
  demand.path.atomic_phases = 1000;
  EXPECT_GT(toy::MachineAnswer(demand, toy::machine_gpu()).time("behind_writes"), 0.0);
}

// Half the peak on one SM of ten: 1e12 of 10e12 a second.
TEST(MachineTerms, TensorCoresOfTheSmsAtWork) {
  Gpu gpu = toy::machine_gpu();
  toy::set(gpu.machine.sustained_tensor_f16, FlopPerSecond{10e12});
  MachineDemand demand = toy::empty(1);
  demand.tensor_flop = 5e12;
  EXPECT_NEAR(toy::MachineAnswer(demand, gpu).time("tensor"), 5.0, 1e-9);
}

// By bytes 4 cycles, by lines as many as lines, and no fewer than wavefronts; ten SMs at 1 GHz.
TEST(MachineTerms, ALoadTakesTheLongestOfBytesLinesAndWavefronts) {
  Gpu gpu = toy::machine_gpu();
  toy::set(gpu.machine.lsu.global_load, {{4, 4}, {16, 4}});
  toy::set(gpu.machine.lsu.global_load_by_lines, {{1, 1}, {32, 32}});
  const auto seconds = [&](double lines, double wavefronts) {
    MachineDemand demand = toy::empty(1e4);
    demand.loads = {{.bytes = 4, .lines = lines, .wavefronts = wavefronts, .requests = 1e10}};
    return toy::MachineAnswer(demand, gpu).time("l1") / 1.001;
  };
  EXPECT_NEAR(seconds(1, 1), 4.0, 1e-9);
  EXPECT_NEAR(seconds(16, 1), 16.0, 1e-9);
  EXPECT_NEAR(seconds(1, 20), 20.0, 1e-9);
}

// Atomics of lanes alone pass a slice one by one: 1.45 ns each where nobody measured.
TEST(MachineTerms, RequestsOfAtomicsToOneWordPassItsSlice) {
  MachineDemand demand = toy::empty(1e4);
  demand.atomics = {{"i32", 1, 1, 0, 1e9, 4}};
  const double cycles = constants::cycles_of_atomic.value;
  Gpu gpu = toy::machine_gpu();
  toy::set(gpu.clock, Hertz{2e9});
  EXPECT_NEAR(toy::MachineAnswer(demand, gpu).time("atomics"), cycles / 2.0, 1e-9);
}

// A block alone meets its waits one after the other; what it spilled it waits for as for loads.
TEST(MachineTerms, ABlockAloneQueuesBehindNobody) {
  MachineDemand demand = toy::empty(1);
  demand.path.spill_phases = 1;
  demand.l2_read_bytes = 1e6;
  const toy::MachineAnswer answer(demand, toy::machine_gpu());
  EXPECT_NEAR(answer.time("sm"), answer.time("latency") + answer.time("l2"), 1e-15);
  EXPECT_NEAR(answer.time("blocks"), answer.time("sm") + answer.time("dispatch"), 1e-15);
}

// Where no mixtures were measured: nearly all reads, nearly all writes, and copies between.
TEST(MachineTerms, DramMovesReadsAndWritesAtTheirOwnRates) {
  Gpu gpu = toy::machine_gpu();
  toy::set(gpu.dram_read_bandwidth, BytesPerSecond{1e12});
  toy::set(gpu.dram_write_bandwidth, BytesPerSecond{0.25e12});
  const auto seconds = [&](double reads) {
    MachineDemand demand = toy::empty(1e4);
    demand.dram_read_bytes = reads * 1e12;
    demand.dram_write_bytes = (1.0 - reads) * 1e12;
    return toy::MachineAnswer(demand, gpu).time("dram");
  };
  EXPECT_NEAR(seconds(0.98), 1.0, 1e-9);
  EXPECT_NEAR(seconds(0.02), 4.0, 1e-9);
  EXPECT_NEAR(seconds(0.5), 2.0, 1e-9);
}

// Half of L2 holds what is scattered: beyond it each sector goes to DRAM.
TEST(MachineTerms, ScatteredStoresStayInHalfOfL2) {
  const Gpu gpu = toy::machine_gpu();
  const auto seconds = [&](double footprint) {
    MachineDemand demand = toy::empty(1e4);
    demand.scattered_stores = {{1e9, 0.0, footprint}};
    return toy::MachineAnswer(demand, gpu).time("scattered");
  };
  const double half = constants::scattered_in_l2.value * 4e6;
  EXPECT_DOUBLE_EQ(seconds(0.1 * half), seconds(0.99 * half));
  EXPECT_GT(seconds(1.01 * half), 1.5 * seconds(0.99 * half));
}

// Of 32 random keys the most lanes on one word, summed over the sectors that they touch.
double sectors_of_random_keys(int words) {
  std::mt19937 engine(7);
  constexpr int warps = 20000, words_of_sector = 8;
  double sum = 0.0;
  for (int warp = 0; warp < warps; ++warp) {
    std::map<int, int> lanes, most;
    for (int lane = 0; lane < 32; ++lane) ++lanes[static_cast<int>(engine() % unsigned(words))];
    for (const auto& [word, n] : lanes)
      most[word / words_of_sector] = std::max(most[word / words_of_sector], n);
    for (const auto& [sector, n] : most) sum += n;
  }
  return sum / warps;
}

// Curves of atomics are rates of lanes with random keys: a flat one shows what their sectors are.
TEST(MachineTerms, RandomKeysOfAWarpShareSectors) {
  Gpu gpu = toy::machine_gpu();
  toy::set(gpu.machine.atomic.reduce, {{1, 1e9}, {1e6, 1e9}});
  const auto sectors = [&](double words) {
    MachineDemand demand = toy::empty(1e4);
    demand.atomics = {{"i32", words, 1e9, 0, 1.0, 4 * words}};
    return 32.0 / toy::MachineAnswer(demand, gpu).time("atomics");
  };
  for (const int words : {1, 2, 8, 32, 256, 1024, 4096, 16384}) {
    EXPECT_NEAR(sectors(words), sectors_of_random_keys(words), 0.01 * sectors(words)) << words;
  }
  EXPECT_NEAR(sectors(16), std::sqrt(sectors(8) * sectors(32)), 1e-9);
}

// Two arrays, one thread each: what the analysis says is what is asked for.
class Asked : public testing::Test {
 protected:
  Asked() {
    test::ProgramBuilder builder;
    builder.array("a", "f32", {4096});
    builder.array("b", "f32", {4096});
    builder.body({builder.load("a[thread.x]"), builder.store("b[thread.x]")});
    kernel_ = builder.kernel();
    kernel_.launch.emplace();
    kernel_.launch->block = {builder.number(32)};
    kernel_.launch->grid = {builder.number(1)};
    analysis_ = analyse(kernel_, builder.values({.block = {32, 1, 1}, .grid = {1, 1, 1}}), &gpu_);
  }
  MachineDemand demand() const {
    return machine_demand(kernel_, analysis_, CacheStart::cold, gpu_);
  }

  const Gpu gpu_ = toy::machine_gpu();
  Kernel kernel_;
  KernelAnalysis analysis_;
};

TEST_F(Asked, SharesOfWaitsAreNoMoreThanAll) {
  CacheVolumes& volumes = analysis_.cold;
  volumes.l2_load_sectors = volumes.l1_load_sectors = 10;
  volumes.dram_read_bytes = 640;
  volumes.awaited_sectors = volumes.awaited_dram_sectors = 20;
  EXPECT_EQ(demand().l2_miss, 1.0);
  EXPECT_EQ(demand().awaited, 1.0);
  EXPECT_EQ(demand().awaited_dram, 1.0);
  volumes.l2_load_sectors = 0;
  EXPECT_EQ(demand().l2_miss, 0.0) << "nothing is asked for";
}

TEST_F(Asked, TheLargestArrayReadAtRandomIsTheFootprint) {
  for (const double range : {1e6, 3e6, 2e6}) {
    StreamTraffic& stream = analysis_.traffic.streams.emplace_back();
    stream.array = 0;
    stream.irregular = stream.random = true;
    stream.range_bytes = range;
  }
  const MemoryRules* const rules = find_memory_rules(gpu_.compute_capability);
  analysis_.cold = cache_volumes(analysis_.traffic, {.rules = rules});
  EXPECT_EQ(demand().random_footprint, 3e6);
}

TEST_F(Asked, SectorsWrittenBackBetweenStoresAreScattered) {
  analysis_.cold.rewritten = {0.0, 50.0};
  const MachineDemand with = demand();
  ASSERT_EQ(with.scattered_stores.size(), 1U);
  EXPECT_EQ(with.scattered_stores[0].lines, 50.0);
  EXPECT_EQ(with.scattered_stores[0].footprint, 4096.0 * 4.0);
}

TEST_F(Asked, LinesAreLookedUpForWhatMissesL1) {
  analysis_.cold.l2_loads[0] = 10;
  ArrayTraffic& array = analysis_.traffic.arrays[0];
  array.load.sectors = 40;
  array.loads.lines = 20;
  EXPECT_EQ(demand().load_lines, 5.0);
  EXPECT_EQ(demand().l2_read_bytes, 320.0);
}

TEST_F(Asked, OfALineOneSectorInPartIsMoreThanItsBytes) {
  AccessSums& sums = analysis_.traffic.accesses[1];
  sums.requests = 1;
  sums.sectors = 10;
  sums.lines = 10;
  sums.partial = 4;
  analysis_.traffic.arrays[1].partial_sectors = 4;
  EXPECT_EQ(demand().partial_lines, 4.0);
  EXPECT_EQ(demand().store_lines, 10.0);
  EXPECT_EQ(demand().l2_write_bytes, 6.0 * 32);
  EXPECT_EQ(demand().sent_sectors, 6.0);
  EXPECT_EQ(demand().sent_parts, 4.0);
  sums.lines = 5;  // L2 is asked for a line at a time
  EXPECT_EQ(demand().partial_lines, 2.0);
  EXPECT_EQ(demand().store_lines, 5.0);
  EXPECT_EQ(demand().l2_write_bytes, 8.0 * 32);
}

// Where the block's other warps complete the sectors, and a request has few lines.
TEST_F(Asked, StoresThatCompleteEachOtherArePutTogether) {
  AccessSums& sums = analysis_.traffic.accesses[1];
  sums.requests = 1;
  sums.sectors = sums.lines = sums.partial = 16;
  analysis_.traffic.arrays[1].partial_sectors = 0;
  EXPECT_EQ(demand().store_lines, 12.0);
  analysis_.traffic.arrays[1].partial_sectors = 16;
  EXPECT_EQ(demand().store_lines, 16.0);
  analysis_.traffic.arrays[1].partial_sectors = 0;
  sums.sectors = sums.lines = sums.partial = 32;
  EXPECT_EQ(demand().store_lines, 32.0);
}

// Ten waits for 32 sectors each, of which every fourth is not in L1, every 16th of them in DRAM.
TEST(LateLanes, AreWaitedForWhereDataDecideOnTheirPlace) {
  LaunchTraffic traffic;
  traffic.warps = 1;
  traffic.arrays.resize(1);
  traffic.arrays[0].load.first_in_warp = 320;
  StreamTraffic& stream = traffic.streams.emplace_back();
  stream.irregular = true;
  CacheVolumes volumes;
  volumes.l1_missed = {80};
  volumes.random_read_bytes = 20 * 32;
  EXPECT_EQ(late_lanes(traffic, volumes, 10).past_l1, 0.0) << "a formula: sectors come together";
  stream.by_data = true;
  EXPECT_DOUBLE_EQ(late_lanes(traffic, volumes, 10).past_l1, 1 - std::pow(0.75, 32));
  EXPECT_DOUBLE_EQ(late_lanes(traffic, volumes, 10).past_l2, 1 - std::pow(15.0 / 16, 32));
  EXPECT_DOUBLE_EQ(late_lanes(traffic, volumes, 320).past_l1, 0.25) << "a sector at a time";
  EXPECT_EQ(late_lanes(traffic, volumes, 0).past_l1, 0.0);
  volumes.l1_missed = {1000};  // more than is new: warps come back to some
  EXPECT_EQ(late_lanes(traffic, volumes, 10).past_l1, 1.0);
}

// The same permutation, once computed and once read from an array: only where data decide do stores
// have no order that a neighbour would share.
TEST(MachineTerms, StoresAreScatteredWhereDataDecideOnTheirPlace) {
  const auto scattered = [](bool read) {
    constexpr const char* permutation = "element * 7919 % 4096";
    test::ProgramBuilder builder;
    builder.array("b", "f32", {4096});
    Array& order = builder.array(builder.array("order", "i32", {4096}));
    order.contents.emplace();
    Formula& exact = order.contents->arguments.emplace_back();
    exact.expression = Expression::parse(permutation, Arithmetic::index);
    exact.expression.names().front().slot = std::size(block_names);
    const std::size_t element = builder.variable("element"), place = builder.variable("place");
    builder.body({builder.let(element, "global.x"),
                  read ? builder.read(place, "order[element]") : builder.let(place, permutation),
                  builder.store("b[place]")});
    Kernel kernel = builder.kernel();
    kernel.launch.emplace();
    kernel.launch->block = {builder.number(32)};
    kernel.launch->grid = {builder.number(128)};
    const Gpu gpu = toy::machine_gpu();
    const KernelAnalysis analysis =
        analyse(kernel, builder.values({.block = {32, 1, 1}, .grid = {128, 1, 1}}), &gpu);
    return !machine_demand(kernel, analysis, CacheStart::cold, gpu).scattered_stores.empty();
  };
  EXPECT_TRUE(scattered(true));
  EXPECT_FALSE(scattered(false));
}

// 32 lanes in as many lines, of so many: of 24 lines an SM sends 1.8, of twice as many all.
TEST_F(Asked, StoresToFewLinesAreSentTogether) {
  StreamTraffic& stream = analysis_.traffic.streams.emplace_back();
  stream.array = 1;
  stream.stores = stream.irregular = stream.by_data = true;
  AccessSums& sums = analysis_.traffic.accesses[1];
  sums.requests = 10;
  sums.lines = 100;
  sums.sectors = sums.partial = 250;
  const auto sent = [&](double lines) {
    stream.range_bytes = 128 * lines;
    const ScatteredSectors one = demand().scattered_stores.at(0);
    EXPECT_NEAR(one.more, 1.5 * one.lines, 1e-9);
    return one.lines;
  };
  const double least = constants::sent_of_few_lines.value;
  const double together = constants::lines_put_together.value;
  EXPECT_NEAR(sent(together), 10 * (least + 1.0), 1e-9);
  EXPECT_NEAR(sent(1.5 * together), 10 * (0.5 * (least + 1.5) + 0.5 * 10), 1e-9);
  EXPECT_NEAR(sent(2.0 * together), 100, 1e-9);
  EXPECT_NEAR(sent(1e6), 100, 1e-9);
  sums.lines = 10;
  sums.sectors = sums.partial = 25;
  EXPECT_NEAR(sent(together), 10, 1e-9) << "no more than there are";
}

TEST(MachineTerms, WhereNoLaunchIsStatedBlocksHave256Threads) {
  const auto demand = [](double items, double loaded) {
    Workload work{.loaded = Bytes{loaded}, .stored = Bytes{1}, .launch = {}};
    work.work_items = items;
    return machine_demand(work, CacheStart::cold, toy::machine_gpu());
  };
  EXPECT_EQ(demand(1e6, 1).blocks, 3907.0);
  EXPECT_EQ(demand(0, 1).blocks, 1.0);
  EXPECT_EQ(demand(1e15, 1).blocks, 2147483647.0);
  EXPECT_EQ(demand(1, 1).path.load_phases, 1.0);
  EXPECT_EQ(demand(1, 0).path.load_phases, 0.0) << "nothing is loaded";
}

// The first copy takes 3 us more than an empty kernel; 600 ns of them are its wait for DRAM.
TEST(MachineTerms, FirstAccessesMakeALaunchLonger) {
  Gpu gpu = toy::machine_gpu();
  MachineDemand demand = toy::empty(1);
  demand.path.load_phases = demand.path.loads = 1;
  demand.l2_miss = 1;
  const double before = toy::MachineAnswer(demand, gpu).time("launch");
  toy::set(gpu.machine.launch.first_copy_cold, Seconds{5e-6});
  const double store = constants::usual_store.value / 1e9;
  EXPECT_NEAR(toy::MachineAnswer(demand, gpu).time("launch"), before + 3e-6 - 600e-9 - store,
              1e-12);
}

}  // namespace
}  // namespace gpumodel
