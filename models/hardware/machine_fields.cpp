#include "models/hardware/machine_fields.hpp"

#include <array>
#include <deque>
#include <string>
#include <vector>

#include "models/hardware/field_rows.hpp"

namespace gpumodel {
namespace {

template <auto... Members>
constexpr auto row(std::string_view key, std::string_view summary) {
  return number_row<Gpu, &Gpu::machine, Members...>(key, optional, summary);
}

using M = MachineParameters;
template <auto Member>
constexpr auto launch = row<&M::launch, Member>;
template <auto Member>
constexpr auto block = row<&M::block, Member>;
template <auto Member>
constexpr auto clock_under = row<&M::clock, Member>;
template <auto Member>
constexpr auto memory = row<&M::memory, Member>;
template <auto... Members>
constexpr auto cache = row<&M::cache, Members...>;
template <auto Member>
constexpr auto lsu = row<&M::lsu, Member>;
template <auto Member>
constexpr auto atomic = row<&M::atomic, Member>;
template <auto Member>
constexpr auto link = row<&M::link, Member>;

using Launch = LaunchParameters;
using Cache = CacheParameters;
using Edge = CacheEdgeParameters;
using Memory = MemoryParameters;
using Lsu = LoadStoreParameters;
using Atomic = AtomicParameters;
using Link = LinkParameters;

constexpr std::array number_table = {
    clock_under<&ClockParameters::under_fp32>("clock.under_fp32", "SM clock under FP32 load"),
    row<&M::sustained_tensor_f16>("sustained.tensor_f16", "FP16 tensor rate reached by mma.sync"),
    row<&M::issue>("throughput.issue", "warp instructions per SM and cycle, mixed"),
    row<&M::fp32_fma_one_chain>("throughput.fp32_fma_one_chain",
                                "FP32 multiply-adds, one chain per thread"),
    row<&M::fp64_fma_one_chain>("throughput.fp64_fma_one_chain",
                                "FP64 multiply-adds, one chain per thread"),
    launch<&Launch::queued>("launch.queued", "between two events, queued behind other work"),
    launch<&Launch::queued_full>("launch.queued_full", "the same, 128 threads on every SM"),
    launch<&Launch::queued_cold>("launch.queued_cold", "the same, nothing of it in the L2"),
    launch<&Launch::first_copy>("launch.first_copy", "queued_full, each thread copies a word"),
    launch<&Launch::first_copy_cold>("launch.first_copy_cold",
                                     "queued_cold, each thread copies a word"),
    launch<&Launch::back_to_back>("launch.back_to_back", "each further empty kernel of a stream"),
    launch<&Launch::graph>("launch.graph", "each empty kernel of a graph"),
    launch<&Launch::host_round_trip>("launch.host_round_trip", "launch and wait, from the host"),
    launch<&Launch::issue>("launch.issue", "queueing a kernel, on the host"),
    launch<&Launch::queued_each>("launch.queued_each", "each further empty kernel, behind others"),
    launch<&Launch::graph_issue>("launch.graph_issue", "queueing a small graph, on the host"),
    launch<&Launch::graph_pair>("launch.graph_pair", "each further graph of two empty kernels"),
    launch<&Launch::stream_creation>("launch.stream_creation", "creating a stream, on the host"),
    launch<&Launch::openacc>("launch.openacc", "an empty OpenACC region, queued"),
    launch<&Launch::openacc_each>("launch.openacc_each", "each further empty OpenACC region"),
    launch<&Launch::openacc_sync>("launch.openacc_sync", "each further one without a queue"),
    launch<&Launch::block_interval>("dispatch.block_interval", "whole chip, per empty block"),
    block<&BlockLives::life>("block.life", "an empty block of 128 threads on its SM"),
    cache<&Cache::l1, &Edge::kept>("l1.kept", "of L1: after up to so much all is found again"),
    cache<&Cache::l1, &Edge::lost>("l1.lost", "of L1: after so much nothing is found again"),
    cache<&Cache::l2, &Edge::kept>("l2.kept", "of l2.capacity, by the next launch: all is found"),
    cache<&Cache::l2, &Edge::lost>("l2.lost",
                                   "of l2.capacity, by the next launch: nothing is found"),
    cache<&Cache::l2_dirty>("l2.dirty", "of l2.capacity: written lines that a launch leaves there"),
    memory<&Memory::write_batch>("dram.write_batch", "how long DRAM writes while loads wait"),
    lsu<&Lsu::global_store>("lsu.global_store", "per warp store of 4 bytes per lane"),
    memory<&Memory::l2_write_bandwidth>("l2.write_bandwidth", "sustained, resident data"),
    memory<&Memory::l2_partial_write>("l2.partial_write",
                                      "4-byte stores, eight warps complete a sector"),
    atomic<&Atomic::latency>("atomic.latency", "returning addition in L2"),
    atomic<&Atomic::shared_latency>("atomic.shared_latency", "returning addition in shared memory"),
    atomic<&Atomic::single_lane>("atomic.single_lane", "one lane per warp, all at one address"),
    atomic<&Atomic::f32_one>("atomic.f32_one", "FP32 additions at one address"),
    atomic<&Atomic::f64_one>("atomic.f64_one", "FP64 additions at one address"),
    link<&Link::h2d_bidirectional>("link.h2d_bidirectional", "to the device, both ways busy"),
    link<&Link::d2h_bidirectional>("link.d2h_bidirectional", "to the host, both ways busy"),
    link<&Link::h2d_pageable>("link.h2d_pageable", "host to device, pageable memory, large"),
    link<&Link::d2h_pageable>("link.d2h_pageable", "device to host, pageable memory, large"),
    link<&Link::h2d_host_latency>("link.h2d_host_latency", "a small blocking copy, from the host"),
    link<&Link::d2h_host_latency>("link.d2h_host_latency", "a small blocking copy, from the host"),
    link<&Link::h2d_issue>("link.h2d_issue", "queueing a small pinned copy, on the host"),
    link<&Link::d2h_issue>("link.d2h_issue", "queueing a small pinned copy, on the host"),
    link<&Link::h2d_queued>("link.h2d_queued", "each further small pinned copy of a stream"),
    link<&Link::d2h_queued>("link.d2h_queued", "each further small pinned copy of a stream"),
    link<&Link::d2h_pair>("link.d2h_pair", "an empty kernel and a small pinned copy in turn"),
    link<&Link::h2d_turn>("link.h2d_turn", "its engine, for a copy to the device behind a kernel"),
    link<&Link::d2h_turn>("link.d2h_turn", "its engine, for a copy to the host behind a kernel"),
    link<&Link::h2d_pageable_latency>("link.h2d_pageable_latency", "the same, pageable memory"),
    link<&Link::d2h_pageable_latency>("link.d2h_pageable_latency", "the same, pageable memory"),
};

// --- one pair of numbers per operation
// ----------------------------------------------------------------

using Of = SourcedValue& (*)(Gpu&);

template <std::size_t I>
SourcedValue& throughput(Gpu& gpu) {
  return gpu.machine.operations[static_cast<MachineOperation>(I)].throughput;
}
template <std::size_t I>
SourcedValue& latency(Gpu& gpu) {
  return gpu.machine.operations[static_cast<MachineOperation>(I)].latency;
}

template <std::size_t... I>
constexpr std::array<Of, sizeof...(I)> throughputs(std::index_sequence<I...>) {
  return {throughput<I>...};
}
template <std::size_t... I>
constexpr std::array<Of, sizeof...(I)> latencies(std::index_sequence<I...>) {
  return {latency<I>...};
}

void add_operations(std::string_view group, Dim dim, std::span<const Of> of,
                    std::vector<DeviceField<Gpu>>& rows) {
  for (std::size_t i = 0; i < of.size(); ++i) {
    static std::deque<std::string> keys;  // rows live as long as the program, and so do their keys
    keys.push_back(std::string(group) + "." + std::string(machine_operation_names[i].name));
    rows.push_back({keys.back(), machine_operation_names[i].summary, dim, false, true, of[i]});
  }
}

}  // namespace

std::span<const DeviceField<Gpu>> machine_fields() {
  static const std::vector<DeviceField<Gpu>> all = [] {
    constexpr auto indices = std::make_index_sequence<machine_operation_names.size()>();
    std::vector<DeviceField<Gpu>> rows(number_table.begin(), number_table.end());
    add_operations("throughput", Count::dim, throughputs(indices), rows);
    add_operations("latency", Cycles::dim, latencies(indices), rows);
    return rows;
  }();
  return all;
}

std::optional<MachineOperation> find_machine_operation(std::string_view name) {
  for (std::size_t i = 0; i < machine_operation_names.size(); ++i) {
    if (machine_operation_names[i].name == name) return static_cast<MachineOperation>(i);
  }
  return std::nullopt;
}

}  // namespace gpumodel
