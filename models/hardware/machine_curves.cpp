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
    memory_curve<&Memory::l2_in_flight>("l2.in_flight_curve_4b",
                                        "L2 reads of 4 bytes per lane, by bytes in flight per SM"),
    memory_curve<&Memory::dram_in_flight>(
        "dram.in_flight_curve_4b", "DRAM reads of 4 bytes per lane, by bytes in flight per SM"),
    memory_curve<&Memory::dram_mix>("dram.mix_curve", "DRAM bandwidth, by the share of reads"),
    memory_curve<&Memory::gather>("dram.gather_curve", "random sectors per second, by footprint"),
    memory_curve<&Memory::scatter>("dram.scatter_curve",
                                   "4-byte stores to random sectors per second, by footprint"),
    memory_curve<&Memory::sm_dram>("sm.dram_curve", "DRAM reads, by the SMs at work"),
    memory_curve<&Memory::sm_l2>("sm.l2_curve", "L2 reads, by the SMs at work"),
    lsu_curve<&Lsu::global_load>("lsu.global_load",
                                 "per warp load that hits L1, by bytes per lane"),
    lsu_curve<&Lsu::global_load_by_lines>("lsu.global_load_by_lines",
                                          "per warp load that hits L1, by lines touched"),
    lsu_curve<&Lsu::barrier>("barrier.cost", "one barrier, by threads of the block"),
    atomic_curve<&Atomic::reduce>("atomic.reduce_curve", "additions without result, by words"),
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
