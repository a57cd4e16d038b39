// A GPU for the machine model with numbers one can check in the head, and nothing measured.
#pragma once

#include "models/hardware/derive.hpp"
#include "models/time/machine/machine_model.hpp"
#include "tests/models/toy.hpp"

namespace gpumodel::toy {

// 10 SMs at 1 GHz: waits of 60 (L1), 300 (L2) and 600 ns (DRAM); 4 TB/s from L2, 2 TB/s to it, DRAM
// 0.5 TB/s; 2 us to launch, a block each ns; an empty block lives for 200 ns, 10 of them its
// dispatch to every SM. Per SM and cycle 4 instructions, of them 1 FP64, 2 FP32, 4 FP16.
inline Gpu machine_gpu() {
  Gpu gpu = toy::gpu();
  MachineParameters& m = gpu.machine;
  set(gpu.dram_read_bandwidth, BytesPerSecond{0.5e12});
  set(gpu.dram_write_bandwidth, BytesPerSecond{0.5e12});
  set(gpu.l2_read_bandwidth, BytesPerSecond{4e12});
  set(gpu.l2_capacity, Bytes{4e6});
  set(m.memory.l2_write_bandwidth, BytesPerSecond{2e12});
  set(gpu.l1_latency, Cycles{30});
  set(gpu.l2_latency, Cycles{300});
  set(gpu.dram_latency, Cycles{600});
  set(gpu.shared_latency, Cycles{30});
  set(m.memory.write_batch, Seconds{0.7e-6}, 1.4);
  set(m.launch.queued, Seconds{2e-6});
  set(m.launch.queued_full, Seconds{2e-6});
  set(m.launch.queued_cold, Seconds{2e-6});
  set(m.launch.block_interval, Seconds{1e-9});
  set(m.block.life, Seconds{200e-9});
  set(m.issue, Count{4});
  set(m.operations[MachineOperation::fp64_fma].throughput, Count{32});
  set(m.operations[MachineOperation::fp32_fma].throughput, Count{64});
  set(m.operations[MachineOperation::fp16_fma].throughput, Count{128});
  set(m.operations[MachineOperation::int_logic].throughput, Count{64});
  set(m.operations[MachineOperation::special_rcp].throughput, Count{16});
  derive_missing(gpu);
  return gpu;
}

// Blocks that do nothing.
inline MachineDemand empty(double blocks, double threads = 128, double resident = 16) {
  MachineDemand demand;
  demand.blocks = demand.working = blocks;
  demand.threads = threads;
  demand.resident = resident;
  demand.stores = false;
  return demand;
}

struct MachineAnswer {
  TermTree tree;
  TermId kernel = TermId::none;
  MachineAnswer(const MachineDemand& demand, const Gpu& gpu)
      : kernel(machine_kernel(tree, demand, gpu)) {}
  double time() const { return tree[kernel].time.value.si; }
  double time(std::string_view name) const {
    const TermId id = tree.find(kernel, name);
    return id == TermId::none ? 0.0 : tree[id].time.value.si;
  }
  std::string_view limiter() const { return tree[tree.limiter(kernel)].name; }
};

}  // namespace gpumodel::toy
