#include "models/hardware/device_fields.hpp"

#include <array>
#include <vector>

#include "models/hardware/field_rows.hpp"
#include "models/hardware/machine_fields.hpp"

namespace gpumodel {
namespace {

template <auto Member>
constexpr auto gpu = number_row<Gpu, Member>;
template <auto Member>
constexpr auto cpu = number_row<Cpu, Member>;

constexpr std::array gpu_table = {
    gpu<&Gpu::sms>("sms", required, "streaming multiprocessors"),
    gpu<&Gpu::clock>("clock.sm", required, "SM clock at which the peaks are stated"),
    gpu<&Gpu::fp64_lanes>("lanes.fp64", optional, "FP64 fused multiply-adds per SM and cycle"),
    gpu<&Gpu::fp32_lanes>("lanes.fp32", optional, "FP32 fused multiply-adds per SM and cycle"),
    gpu<&Gpu::fp16_lanes>("lanes.fp16", optional, "FP16 fused multiply-adds per SM and cycle"),
    gpu<&Gpu::peak_fp64>("peak.fp64", optional, "FP64 peak, no tensor cores"),
    gpu<&Gpu::peak_fp32>("peak.fp32", optional, "FP32 peak, no tensor cores"),
    gpu<&Gpu::peak_fp16>("peak.fp16", optional, "FP16 peak, no tensor cores"),
    gpu<&Gpu::sustained_fp64>("sustained.fp64", optional, "FP64 rate reached by FMA chains"),
    gpu<&Gpu::sustained_fp32>("sustained.fp32", optional, "FP32 rate reached by FMA chains"),
    gpu<&Gpu::sustained_fp16>("sustained.fp16", optional, "FP16 rate reached by FMA chains"),
    gpu<&Gpu::dram_capacity>("dram.capacity", required, "device memory"),
    gpu<&Gpu::dram_bus_width>("dram.bus_width", optional, "memory interface, all channels"),
    gpu<&Gpu::dram_data_rate>("dram.data_rate", optional, "transfers per second and pin"),
    gpu<&Gpu::dram_bandwidth>("dram.bandwidth", required, "peak bandwidth at the pins"),
    gpu<&Gpu::dram_copy_bandwidth>("dram.copy_bandwidth", optional,
                                   "sustained, one read for one write"),
    gpu<&Gpu::dram_read_bandwidth>("dram.read_bandwidth", optional, "sustained, reads only"),
    gpu<&Gpu::dram_write_bandwidth>("dram.write_bandwidth", optional, "sustained, writes only"),
    gpu<&Gpu::dram_latency>("dram.latency", optional, "pointer chase, unloaded"),
    gpu<&Gpu::l2_capacity>("l2.capacity", optional, "L2 cache"),
    gpu<&Gpu::l2_read_bandwidth>("l2.read_bandwidth", optional, "sustained, resident data"),
    gpu<&Gpu::l2_latency>("l2.latency", optional, "pointer chase, near partition"),
    gpu<&Gpu::l1_latency>("l1.latency", optional, "pointer chase, global loads"),
    gpu<&Gpu::shared_latency>("shared.latency", optional, "pointer chase, shared memory"),
    gpu<&Gpu::launch_latency>("launch.latency", optional, "an empty kernel between two events"),
    gpu<&Gpu::copy_engines>("link.copy_engines", optional, "copies that run at the same time"),
    gpu<&Gpu::h2d_bandwidth>("link.h2d_bandwidth", required, "peak, host to device"),
    gpu<&Gpu::d2h_bandwidth>("link.d2h_bandwidth", required, "peak, device to host"),
    gpu<&Gpu::h2d_sustained>("link.h2d_sustained", optional, "host to device, pinned, large"),
    gpu<&Gpu::d2h_sustained>("link.d2h_sustained", optional, "device to host, pinned, large"),
    gpu<&Gpu::h2d_latency>("link.h2d_latency", optional, "start-up cost of a copy to the device"),
    gpu<&Gpu::d2h_latency>("link.d2h_latency", optional, "start-up cost of a copy to the host"),
    gpu<&Gpu::peer_bandwidth>("peer.bandwidth", optional, "one way to another of its kind, large"),
    gpu<&Gpu::peer_latency>("peer.latency", optional, "start-up cost of a copy to it"),
    gpu<&Gpu::tdp>("power.tdp", optional, "thermal design power of the board: what it may draw"),
};

constexpr std::array cpu_table = {
    cpu<&Cpu::sockets>("sockets", required, "processor packages"),
    cpu<&Cpu::cores>("cores", required, "cores in all sockets together"),
    cpu<&Cpu::clock>("clock", required, "clock at which the peaks are stated"),
    cpu<&Cpu::fma_units>("fma_units", optional, "fused multiply-add units per core"),
    cpu<&Cpu::fp64_simd_lanes>("simd_lanes.fp64", optional, "doubles per FMA unit"),
    cpu<&Cpu::peak_fp64>("peak.fp64", optional, "FP64 peak of all cores"),
    cpu<&Cpu::peak_fp32>("peak.fp32", optional, "FP32 peak of all cores"),
    cpu<&Cpu::sustained_fp64>("sustained.fp64", optional, "FP64 rate reached by FMA chains"),
    cpu<&Cpu::sustained_fp32>("sustained.fp32", optional, "FP32 rate reached by FMA chains"),
    cpu<&Cpu::llc_capacity>("llc.capacity", optional, "last-level cache of all sockets"),
    cpu<&Cpu::memory_bandwidth>("memory.bandwidth", required, "peak, all sockets together"),
    cpu<&Cpu::memory_sustained>("memory.copy_bandwidth", optional,
                                "sustained, one read for one write"),
    cpu<&Cpu::memory_read>("memory.read_bandwidth", optional, "sustained, reads only"),
    cpu<&Cpu::memory_write>("memory.write_bandwidth", optional, "sustained, writes only"),
    cpu<&Cpu::core_fp64>("core.fp64", optional, "FP64 rate of one core alone"),
    cpu<&Cpu::core_fp32>("core.fp32", optional, "FP32 rate of one core alone"),
    cpu<&Cpu::core_bandwidth>("core.copy_bandwidth", optional, "one core alone, copying"),
    cpu<&Cpu::loop_start>("parallel.loop", optional, "start and end of a loop on all cores"),
};

constexpr std::array cpu_curve_table = {
    curve_row<Cpu, &Cpu::copy_by_footprint>("memory.copy_curve",
                                            "copy bandwidth of all cores, by bytes of both arrays"),
    curve_row<Cpu, &Cpu::core_by_footprint>("core.copy_curve",
                                            "copy bandwidth of one core, by bytes of both arrays"),
};

}  // namespace

std::span<const DeviceField<Gpu>> gpu_fields() {
  static const std::vector<DeviceField<Gpu>> all = [] {
    std::vector<DeviceField<Gpu>> rows(gpu_table.begin(), gpu_table.end());
    for (const DeviceField<Gpu>& row : machine_fields()) rows.push_back(row);
    return rows;
  }();
  return all;
}
std::span<const DeviceField<Cpu>> cpu_fields() {
  return cpu_table;
}
std::span<const CurveField<Cpu>> cpu_curves() {
  return cpu_curve_table;
}

}  // namespace gpumodel
