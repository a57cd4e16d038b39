// The curves of MachineParameters.
#include <array>

#include "models/hardware/field_rows.hpp"

namespace gpumodel {
namespace {

template <auto... Members>
constexpr auto curve = curve_row<Gpu, &Gpu::machine, Members...>;

using M = MachineParameters;
template <auto Member>
constexpr auto block_curve = curve<&M::block, Member>;
template <auto Member>
constexpr auto memory_curve = curve<&M::memory, Member>;
template <auto Member>
constexpr auto lsu_curve = curve<&M::lsu, Member>;
template <auto Member>
constexpr auto link_curve = curve<&M::link, Member>;
template <auto Member>
constexpr auto atomic_curve = curve<&M::atomic, Member>;

using Lives = BlockLives;
using Memory = MemoryParameters;
using Lsu = LoadStoreParameters;
using Atomic = AtomicParameters;

constexpr std::array curve_table = {
    curve<&M::launch, &LaunchParameters::interval_by_threads>(
        "dispatch.interval_by_threads", "whole chip, per empty block, by its threads"),
    curve<&M::launch, &LaunchParameters::openacc_data>(
        "launch.openacc_data_by_size", "memory for an array of a data clause, by its bytes"),
    block_curve<&Lives::empty>("block.life_empty", "life of an empty block, by its threads"),
    block_curve<&Lives::load>("block.life_load", "each thread loads once from DRAM"),
    block_curve<&Lives::load4>("block.life_load4",
                               "each thread makes 4 independent loads from DRAM"),
    block_curve<&Lives::load_l2>("block.life_load_l2", "each thread loads once from L2"),
    block_curve<&Lives::store>("block.life_store", "each thread stores once"),
    block_curve<&Lives::copy>("block.life_copy", "each thread loads from DRAM and stores"),
    block_curve<&Lives::shared>("block.life_shared", "shared store, barrier, shared load"),
    memory_curve<&Memory::load_latency>("latency.load_by_footprint", "pointer chase, by footprint"),
    memory_curve<&Memory::read>("l2.read_curve", "reads of 16 bytes per lane, by footprint"),
    memory_curve<&Memory::read_8b>("l2.read_curve_8b", "reads of 8 bytes per lane, by footprint"),
    memory_curve<&Memory::read_4b>("l2.read_curve_4b", "reads of 4 bytes per lane, by footprint"),
    memory_curve<&Memory::write>("l2.write_curve", "writes of 16 bytes per lane, by footprint"),
    memory_curve<&Memory::write_4b>("l2.write_curve_4b",
                                    "writes of 4 bytes per lane, by footprint"),
    memory_curve<&Memory::copy>("l2.copy_curve", "copies of 16 bytes per lane, by footprint"),
    memory_curve<&Memory::copy_4b>("l2.copy_curve_4b", "copies of 4 bytes per lane, by footprint"),
    memory_curve<&Memory::l2_in_flight>("l2.in_flight_curve",
                                        "L2 reads, by bytes in flight per SM"),
    memory_curve<&Memory::l2_in_flight_4b>("l2.in_flight_curve_4b", "the same, 4 bytes per lane"),
    memory_curve<&Memory::dram_in_flight>("dram.in_flight_curve",
                                          "DRAM reads, by bytes in flight per SM"),
    memory_curve<&Memory::dram_in_flight_4b>("dram.in_flight_curve_4b",
                                             "the same, 4 bytes per lane"),
    memory_curve<&Memory::dram_mix>("dram.mix_curve", "DRAM bandwidth, by the share of reads"),
    memory_curve<&Memory::gather>("dram.gather_curve", "random sectors per second, by footprint"),
    memory_curve<&Memory::scatter>("dram.scatter_curve",
                                   "4-byte stores to random sectors per second, by footprint"),
    memory_curve<&Memory::sm_dram>("sm.dram_curve", "DRAM reads, by the SMs at work"),
    memory_curve<&Memory::sm_l2>("sm.l2_curve", "L2 reads, by the SMs at work"),
    lsu_curve<&Lsu::global_load>("lsu.global_load",
                                 "per warp load that hits L1, by bytes per lane"),
    lsu_curve<&Lsu::global_store>("lsu.global_store", "per warp store, by bytes per lane"),
    lsu_curve<&Lsu::shared_load>("lsu.shared_load", "per warp load, by bytes per lane"),
    lsu_curve<&Lsu::shared_store>("lsu.shared_store", "per warp store, by bytes per lane"),
    lsu_curve<&Lsu::global_load_by_lines>("lsu.global_load_by_lines",
                                          "per warp load that hits L1, by lines touched"),
    lsu_curve<&Lsu::global_store_by_lines>("lsu.global_store_by_lines",
                                           "per warp store, by lines touched"),
    lsu_curve<&Lsu::global_load_by_conflict>("lsu.global_load_by_conflict",
                                             "per warp load that hits L1, by words per bank"),
    lsu_curve<&Lsu::global_load_by_sectors>("lsu.global_load_by_sectors",
                                            "per warp load, by sectors from L2"),
    lsu_curve<&Lsu::shared_load_by_conflict>("lsu.shared_load_by_conflict",
                                             "per warp load, by words per bank"),
    lsu_curve<&Lsu::shared_store_by_conflict>("lsu.shared_store_by_conflict",
                                              "per warp store, by words per bank"),
    lsu_curve<&Lsu::barrier>("barrier.cost", "one barrier, by threads of the block"),
    atomic_curve<&Atomic::reduce>("atomic.reduce_curve", "additions without result, by words"),
    atomic_curve<&Atomic::fetch>("atomic.fetch_curve", "additions that return, by words"),
    atomic_curve<&Atomic::in_a_warp>("atomic.warp_curve",
                                     "additions, by words that a warp's lanes share"),
    atomic_curve<&Atomic::shared>("atomic.shared_curve", "shared additions per warp, by words"),
    atomic_curve<&Atomic::shared_f32>("atomic.shared_f32_curve", "the same, FP32"),
    atomic_curve<&Atomic::shared_f64>("atomic.shared_f64_curve", "the same, FP64"),
    link_curve<&LinkParameters::h2d_queued_by_size>("link.h2d_queued_by_size",
                                                    "each further pinned copy, by its size"),
    link_curve<&LinkParameters::d2h_queued_by_size>("link.d2h_queued_by_size",
                                                    "each further pinned copy, by its size"),
    link_curve<&LinkParameters::h2d_both_by_size>("link.h2d_both_by_size",
                                                  "the same while another copies the other way"),
    link_curve<&LinkParameters::d2h_both_by_size>("link.d2h_both_by_size",
                                                  "the same while another copies the other way"),
    link_curve<&LinkParameters::h2d_pair_by_size>(
        "link.h2d_pair_by_size", "a pinned copy to the device and an empty kernel, by size"),
    link_curve<&LinkParameters::turn_by_size>("link.turn_by_size",
                                              "a pinned copy to the device and one back, by size"),
    link_curve<&LinkParameters::turn_by_streams>(
        "link.turn_by_streams", "wait for a turn on another engine, by streams at work"),
    link_curve<&LinkParameters::h2d_pageable_by_size>(
        "link.h2d_pageable_by_size", "one copy of pageable memory from the host, by its size"),
    link_curve<&LinkParameters::d2h_pageable_by_size>(
        "link.d2h_pageable_by_size", "one copy of pageable memory to the host, by its size"),
    link_curve<&LinkParameters::h2d_pageable_end_by_size>(
        "link.h2d_pageable_end_by_size", "one copy of pageable memory until it has arrived"),
    link_curve<&LinkParameters::h2d_pageable_again_by_size>(
        "link.h2d_pageable_again_by_size", "the same of memory that a copy from the device wrote"),
    link_curve<&LinkParameters::h2d_host_by_size>("link.h2d_host_by_size",
                                                  "one blocking pinned copy, from the host"),
    link_curve<&LinkParameters::d2h_host_by_size>("link.d2h_host_by_size",
                                                  "one blocking pinned copy, from the host"),
};

}  // namespace

std::span<const CurveField<Gpu>> gpu_curves() {
  return curve_table;
}

}  // namespace gpumodel
