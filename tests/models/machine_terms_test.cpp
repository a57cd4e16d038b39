// The machine model by hand: each term alone, at the limits where nothing else counts.
#include <gtest/gtest.h>

#include <functional>

#include "models/analysis/kernel_analysis.hpp"
#include "models/core/constants.hpp"
#include "models/time/machine/terms.hpp"
#include "tests/models/toy_machine.hpp"
#include "tests/traffic/program_builder.hpp"

namespace gpumodel {
namespace {

struct LimitCase {
  const char* claim;
  double blocks;
  std::function<void(MachineDemand&)> ask;
  const char* term;
  double seconds;  // of the term
};

// Rates of toy::machine_gpu(). Enough blocks for an even load: imbalance (n + 1) / n, n per SM.
const LimitCase limit_cases[] = {
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
     "latency", 200e-9 + 1000 * 60e-9},
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
       d.path.load_phases = d.path.loads = 1000;
       d.l1_miss = 0;
       d.awaited = d.awaited_dram = 1;
     },
     "latency", 200e-9 + 1000 * 600e-9},
    {"half of them only from L2", 1,
     [](auto& d) {
       d.path.load_phases = d.path.loads = 1000;
       d.l1_miss = d.l2_miss = 0;
       d.awaited = 1;
       d.awaited_dram = 0.5;
     },
     "latency", 200e-9 + 1000 * 450e-9},
    {"dependent arithmetic at the clock", 1, [](auto& d) { d.path.operations = Cycles{1e6}; },
     "latency", 200e-9 + 1e-3},
    {"a wavefront per SM and cycle", 1e4, [](auto& d) { d.wavefronts = 1e10; }, "l1", 1.001},
    {"a load of four wavefronts", 1e4,
     [](auto& d) { d.loads = {{.bytes = 4, .lines = 1, .wavefronts = 4, .requests = 0.25e10}}; },
     "l1", 1.001},
    {"shared atomics of three cycles", 1e4,
     [](auto& d) {
       d.shared_atomics = {{"i32", 1, 1e10 / 3.0}};
     },
     "shared_atomics", 1.001},
    {"four instructions per SM and cycle", 1e4, [](auto& d) { d.instructions = 4e10; }, "issue",
     1.001},
    {"one FP64 instruction", 1e4, [](auto& d) { d.floating[0] = 1e10; }, "fp64", 1.001},
    {"two FP32 instructions", 1e4, [](auto& d) { d.floating[1] = 1e10; }, "fp32", 0.5005},
    {"four FP16 instructions", 1e4, [](auto& d) { d.floating[2] = 1e10; }, "fp16", 0.25025},
    {"two integer instructions", 1e4, [](auto& d) { d.integer = 1e10; }, "integer", 0.5005},
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
    {"a sector without its neighbour costs as both", 1e4, [](auto& d) { d.lone_loads = 4e12 / 64; },
     "l2", 1.0},
    {"one word does an operation in 1.45 cycles", 1e4,
     [](auto& d) {
       d.atomics = {{"i32", 1, 1e9, 1e3, 4}};
     },
     "atomics", 1.45},
    {"its slice serves other accesses too, and fills from DRAM", 1e4,
     [](auto& d) {
       d.atomics = {{"i32", 1, 1e9, 1e3, 4}};
       d.l2_read_bytes = 4e12;
       d.dram_read_bytes = 0.25e12;
     },
     "atomics", 1.45 + 1.0 + 0.5},
    {"of words in several lines only the former", 1e4,
     [](auto& d) {
       d.atomics = {{"i32", 100, 1e9, 1e3, 400}};
       d.l2_read_bytes = 4e12;
       d.dram_read_bytes = 0.25e12;
     },
     "atomics", 1.45 + 1.0},
    {"nothing waits for longer than there are atomics", 1e4,
     [](auto& d) {
       d.atomics = {{"i32", 1, 4e8, 1e3, 4}};
       d.l2_read_bytes = 4e12;
     },
     "atomics", 2 * 0.58},
    {"64 bytes at random places reach 3/5 of a copy's bandwidth", 1e4,
     [](auto& d) { d.dram_read_bytes = d.random_read_bytes = 0.3e12; }, "dram", 1.0},
    {"DRAM", 1e4,
     [](auto& d) {
       d.dram_read_bytes = 0.3e12;
       d.dram_write_bytes = 0.2e12;
     },
     "dram", 1.0},
    {"one SM of ten has a fifth of DRAM's bandwidth", 1,
     [](auto& d) { d.dram_read_bytes = 0.5e12; }, "dram", 5.0},
};

TEST(MachineTerms, ByHand) {
  const Gpu gpu = toy::machine_gpu();
  for (const LimitCase& row : limit_cases) {
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
// Of 1e10 multiply-adds half stand alone, and take twice as long where three registers are read.
// Of 4e9 integer instructions, 2e9 of them among these, every second one meets the busier bank,
// which gives one register per cycle to each of four warps while the pipe takes `rate` / 32 warps.
TEST(MachineTerms, MultiplyAddsWithoutASecondOneReadThreeRegisters) {
  Gpu gpu = toy::machine_gpu();
  MachineDemand demand = toy::empty(1e4);
  demand.floating[1] = 1e10;
  const double together = toy::MachineAnswer(demand, gpu).time("fp32");
  demand.alone[1] = 5e9;
  EXPECT_DOUBLE_EQ(toy::MachineAnswer(demand, gpu).time("fp32"), together);  // nothing is known
  const double rate = gpu.machine.operations[MachineOperation::fp32_fma].throughput.si;
  toy::set(gpu.machine.fp32_fma_one_chain, Count{rate / 2.0});
  EXPECT_NEAR(toy::MachineAnswer(demand, gpu).time("fp32"), 1.5 * together, 1e-9 * together);
  demand.integer = 4e9;
  const double slots = 1.5 + 0.1 * (rate / 32.0) / 4.0;
  EXPECT_NEAR(toy::MachineAnswer(demand, gpu).time("fp32"), slots * together, 1e-9 * together);
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
TEST(MachineTerms, AWalkByManyBlocksTakesAsLongAsByOne) {
  const double alone = life_of_a_walk(1, CacheStart::cold);
  EXPECT_GT(alone, life_of_a_walk(1, CacheStart::warm) + 15 * 300e-9);
  for (const long blocks : {2, 10, 40, 320}) {
    EXPECT_NEAR(life_of_a_walk(blocks, CacheStart::cold), alone, 1e-12) << blocks;
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

// A thousand million sectors at as many a second; of floats a quarter of it, measured at one word.
TEST(MachineTerms, FloatsAreAddedToOneWordAtTheirOwnRate) {
  Gpu gpu = toy::machine_gpu();
  toy::set(gpu.machine.atomic.reduce, {{1, 1e9}, {1024, 1e9}});
  toy::set(gpu.machine.atomic.f32_one, PerSecond{0.25e9});
  MachineDemand demand = toy::empty(1e4);
  const auto seconds = [&](std::string_view scalar) {
    demand.atomics = {{scalar, 1, 1e9, 1e3, 4}};
    return toy::MachineAnswer(demand, gpu).time("atomics");
  };
  EXPECT_NEAR(seconds("i32"), 1.0, 1e-9);
  EXPECT_NEAR(seconds("f32"), 4.0, 1e-9);
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
