// What holds for the machine model on any device and any demand, tried on random ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "models/core/queue.hpp"
#include "models/time/machine/terms.hpp"
#include "tests/models/toy_machine.hpp"

namespace gpumodel {
namespace {

constexpr double machine_rounding = 1e-9;  // relative

class Cases {
 public:
  Gpu gpu() {
    Gpu gpu = toy::machine_gpu();
    const double sms = gpu.sms.si;
    // The wait behind writes shrinks where something else makes a launch longer. That is less than
    // what made it longer, but for batches far longer than any DRAM's.
    const auto batch = gpu.machine.memory.write_batch;
    random_.vary(gpu, gpu_fields());
    gpu.machine.memory.write_batch = batch;
    gpu.sms.si = std::max(1.0, std::round(sms * random_.log_uniform(0.2, 20)));
    return gpu;
  }
  MachineDemand demand() {
    const auto volume = [&](double most) { return random_.volume(1, most); };
    MachineDemand d = toy::empty(std::floor(random_.log_uniform(1, 1e7)),
                                 32.0 * random_.integer(1, 32), random_.integer(1, 16));
    d.instructions = volume(1e12);
    d.floating = {volume(1e12), volume(1e12), 0};
    d.special = volume(1e10);
    d.integer = volume(1e12);
    d.wavefronts = volume(1e11);
    if (random_.coin()) d.loads = {{4, random_.uniform(1, 32), 1.0, volume(1e10)}};
    if (random_.coin()) d.shared_atomics = {{"f32", 1.0, volume(1e10)}};
    d.l2_read_bytes = volume(1e13);
    d.l2_write_bytes = volume(1e13);
    d.dram_read_bytes = volume(1e13);
    d.dram_write_bytes = volume(1e13);
    d.partial_lines = volume(1e10);
    d.load_lines = volume(1e10);
    d.store_lines = volume(1e10);
    if (random_.coin()) d.scattered_stores = {{volume(1e10), volume(1e10), volume(1e9)}};
    d.random_read_bytes = random_.uniform(0, 1) * d.dram_read_bytes;
    d.random_footprint = volume(1e11);
    if (random_.coin()) {
      d.atomics = {{"i32", 1 + volume(1e6), volume(1e9), volume(1e9), volume(1e8), volume(1e7)}};
    }
    d.path.load_phases = random_.integer(0, 100);
    d.path.loads = d.path.load_phases * random_.integer(1, 4);
    d.path.barriers = random_.integer(0, 10);
    d.path.operations = Cycles{volume(1e6)};
    d.l1_miss = d.missed_again = random_.uniform(0, 1);
    d.l2_miss = random_.uniform(0, 1);
    d.stores = random_.coin();
    return d;
  }
  toy::Random& random() { return random_; }

 private:
  toy::Random random_{7};
};

double time_of(const MachineDemand& demand, const Gpu& gpu) {
  return toy::MachineAnswer(demand, gpu).time();
}

void for_random_machines(const std::function<void(Cases&, Gpu&, MachineDemand&)>& check) {
  Cases cases;
  for (int round = 0; round < 1000 && !testing::Test::HasFailure(); ++round) {
    Gpu gpu = cases.gpu();
    MachineDemand demand = cases.demand();
    SCOPED_TRACE("round " + std::to_string(round));
    check(cases, gpu, demand);
  }
}

void expect_no_slower(double after, double before, std::string_view why) {
  EXPECT_LE(after, before * (1 + machine_rounding)) << why;
}

TEST(MachineProperties, FasterPartsNeverHurt) {
  for_random_machines([](Cases& cases, Gpu& gpu, MachineDemand& demand) {
    const double before = time_of(demand, gpu);
    for (const DeviceField<Gpu>& field : gpu_fields()) {
      Gpu other = gpu;
      SourcedValue& value = field.of(other);
      const double by = cases.random().uniform(1, 10);
      if (!value.is_known()) continue;
      // A bandwidth or rate more, a time or latency less. The clock moves waits and rates alike.
      if (field.dim.second == -1) value.si *= by;
      if (field.dim == Seconds::dim || field.dim == Cycles::dim) value.si /= by;
      // They are part of other numbers: an empty launch holds the dispatch and the life of blocks,
      // a cold launch a full one.
      if (field.key == "dispatch.block_interval" || field.key == "block.life" ||
          field.key == "launch.queued_full") {
        continue;
      }
      expect_no_slower(time_of(demand, other), before, field.key);
    }
  });
}

TEST(MachineProperties, MoreWorkIsNeverFaster) {
  for_random_machines([](Cases& cases, Gpu& gpu, MachineDemand& demand) {
    const double before = time_of(demand, gpu);
    double MachineDemand::*const volumes[] = {
        &MachineDemand::instructions,   &MachineDemand::special,
        &MachineDemand::integer,        &MachineDemand::wavefronts,
        &MachineDemand::l2_read_bytes,  &MachineDemand::l2_write_bytes,
        &MachineDemand::partial_lines,  &MachineDemand::load_lines,
        &MachineDemand::store_lines,    &MachineDemand::constant_words,
        &MachineDemand::constant_lines, &MachineDemand::constant_lines_in_turn};
    for (const auto volume : volumes) {
      MachineDemand more = demand;
      more.*volume += cases.random().volume(1, 1e12);
      expect_no_slower(before, time_of(more, gpu), "more work");
    }
    MachineDemand busier = demand;
    busier.loads.push_back({8, 2.0, 2.0, cases.random().volume(1, 1e10)});
    expect_no_slower(before, time_of(busier, gpu), "more loads");
    busier.shared_atomics.push_back({"i32", 1.0, cases.random().volume(1, 1e10)});
    expect_no_slower(before, time_of(busier, gpu), "more shared atomics");
    MachineDemand longer = demand;
    longer.path.operations = longer.path.operations + Cycles{1e4};
    expect_no_slower(before, time_of(longer, gpu), "a longer chain");
    longer.path.barriers += 5;
    expect_no_slower(before, time_of(longer, gpu), "more barriers");
  });
}

// Each further block brings its share of everything, also where the first wave is just full. On
// every SM a block: what few SMs reach is a number of its own.
TEST(MachineProperties, MoreBlocksOfTheSameKindAreNotFaster) {
  for_random_machines([](Cases& cases, Gpu& gpu, MachineDemand& demand) {
    demand.blocks = std::max(demand.blocks, gpu.sms.si);
    if (cases.random().coin()) demand.blocks = gpu.sms.si * demand.resident;
    demand.working = demand.blocks;
    MachineDemand more = demand;
    more.blocks = std::ceil(demand.blocks * cases.random().uniform(1.0, 2.0)) + 1.0;
    more.working = more.blocks;
    const double times = more.blocks / demand.blocks;
    for (double* volume :
         {&more.instructions, &more.floating[0], &more.floating[1], &more.special, &more.integer,
          &more.wavefronts, &more.l2_read_bytes, &more.l2_write_bytes, &more.dram_read_bytes,
          &more.dram_write_bytes, &more.random_read_bytes, &more.load_lines, &more.store_lines,
          &more.partial_lines, &more.constant_words}) {
      *volume *= times;
    }
    for (LoadShape& one : more.loads) one.requests *= times;
    for (SharedAtomics& one : more.shared_atomics) one.requests *= times;
    for (ScatteredSectors& one : more.scattered_stores) {
      one.lines *= times;
      one.more *= times;
    }
    for (GlobalAtomics& one : more.atomics) {
      one.sectors *= times;
      one.repeats *= times;
      one.requests *= times;
    }
    expect_no_slower(time_of(demand, gpu), time_of(more, gpu), "more blocks");
  });
}

// Twice every rate, half of every time. How long DRAM writes at a time is no number of the device.
TEST(MachineProperties, TwiceTheDeviceIsNeverSlower) {
  for_random_machines([](Cases&, Gpu& gpu, MachineDemand& demand) {
    const toy::MachineAnswer answer(demand, gpu);
    const double before = answer.time();
    for (const DeviceField<Gpu>& field : gpu_fields()) {
      SourcedValue& value = field.of(gpu);
      if (!value.is_known()) continue;
      if (field.dim.second == -1) value.si *= 2.0;
      if (field.dim == Seconds::dim) value.si /= 2.0;
    }
    const double after = time_of(demand, gpu);
    EXPECT_GE(after, before / 2.0 * (1 - 1e-6));
    expect_no_slower(after, before, "twice the device");
    if (answer.time("behind_writes") > 0.0) return;
    EXPECT_NEAR(after, before / 2.0, 1e-6 * before);
  });
}

// Warps in long loops that load, while DRAM is busy for a tenth of what they wait to twice of it.
// On a device that reads and writes at one rate: mixtures may be faster than either.
void for_loops_that_store(
    const std::function<void(Cases&, const Gpu&, const MachineDemand&)>& check) {
  const Gpu gpu = toy::machine_gpu();
  Cases cases;
  toy::Random& random = cases.random();
  for (int round = 0; round < 1000 && !testing::Test::HasFailure(); ++round) {
    MachineDemand demand = toy::empty(std::floor(random.log_uniform(10, 1e4)),
                                      32.0 * random.integer(2, 16), random.integer(1, 16));
    demand.path.load_phases = random.integer(10, 1000);
    demand.path.loads = demand.path.load_phases * random.integer(1, 4);
    demand.l1_miss = random.uniform(0.1, 1);
    demand.l2_miss = random.uniform(0.1, 1);
    const double waited = toy::MachineAnswer(demand, gpu).time("latency");
    demand.dram_read_bytes = 0.5e12 * waited * random.log_uniform(0.05, 1);
    demand.dram_write_bytes = 0.5e12 * waited * random.log_uniform(0.05, 1);
    SCOPED_TRACE("round " + std::to_string(round));
    check(cases, gpu, demand);
  }
}

// No more than one behind the other, and no less than without them.
TEST(MachineProperties, BatchesOfWritesNeverShorten) {
  for_loops_that_store([](Cases&, const Gpu& gpu, const MachineDemand& demand) {
    const toy::MachineAnswer answer(demand, gpu);
    const TermId blocks = answer.tree.find(answer.kernel, "blocks");
    std::vector<Station> stations;
    for (const TermId part : answer.tree.parts(blocks)) {
      const Term& term = answer.tree[part];
      if (term.name != "waits") stations.push_back({term.time.value.si, term.even});
    }
    const TermId waits = answer.tree.find(blocks, "waits");
    const double more = answer.time("behind_writes");
    EXPECT_GT(more, 0.0);
    const double alone = answer.tree[waits].time.value.si - more;
    const double without = queue_time(alone, stations, answer.tree[blocks].exponent);
    expect_no_slower(without, answer.time("blocks"), "batches of writes");
    expect_no_slower(answer.time("blocks"), without + more, "one behind the other");
    // It depends on how long all takes, which it is part of.
    TermTree tree;
    BehindWrites writes(tree, demand, gpu);
    const double again = writes.at(answer.time("blocks"));
    EXPECT_NEAR(again, more, 0.01 * more);
    EXPECT_EQ(tree[writes.term()].time.value.si, again);
  });
}

TEST(MachineProperties, MoreStoresNeverShorten) {
  for_loops_that_store([](Cases& cases, const Gpu& gpu, const MachineDemand& demand) {
    MachineDemand more = demand;
    more.dram_write_bytes *= cases.random().log_uniform(1, 10);
    expect_no_slower(time_of(demand, gpu), time_of(more, gpu), "more stores");
  });
}

TEST(MachineProperties, EveryNodeLiesInItsInterval) {
  for_random_machines([](Cases&, Gpu& gpu, MachineDemand& demand) {
    const toy::MachineAnswer answer(demand, gpu);
    const std::function<void(TermId)> check = [&](TermId id) {
      const Term& term = answer.tree[id];
      EXPECT_TRUE(std::isfinite(term.time.high.si)) << term.name;
      EXPECT_LE(term.time.low.si, term.time.value.si * (1 + machine_rounding)) << term.name;
      EXPECT_LE(term.time.value.si, term.time.high.si * (1 + machine_rounding)) << term.name;
      for (const TermId part : answer.tree.parts(id)) check(part);
    };
    check(answer.kernel);
  });
}

}  // namespace
}  // namespace gpumodel
