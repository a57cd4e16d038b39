// Devices as values: a GPU or a host CPU, every number with its source.
//
// Bandwidths and peaks come in two kinds. `peak` values are what the datasheet promises and only
// the `textbook` model uses them; sustained values (copy_bandwidth, sustained_fp64, ...) are what
// a microbenchmark reaches, and are the default ceilings everywhere else. A sustained value that
// nobody measured is filled in by derive_defaults() and marked `derived`.
#pragma once

#include <string>
#include <variant>

#include "models/core/sourced.hpp"
#include "models/hardware/compute_capability.hpp"
#include "models/hardware/machine_parameters.hpp"

namespace gpumodel {

struct Gpu {
  std::string id;    // file stem, "v100"
  std::string name;  // "Tesla V100-SXM2-16GB"
  std::string summary;
  std::string memory_type;  // "HBM2"
  std::string link_type;    // "PCIe 3.0 x16"
  ComputeCapability compute_capability;

  Sourced<Count> sms;
  Sourced<Hertz> clock;       // SM clock at which the peaks are stated
  Sourced<Count> fp64_lanes;  // fused multiply-adds per SM and cycle
  Sourced<Count> fp32_lanes;
  Sourced<Count> fp16_lanes;
  Sourced<FlopPerSecond> peak_fp64;
  Sourced<FlopPerSecond> peak_fp32;
  Sourced<FlopPerSecond> peak_fp16;
  Sourced<FlopPerSecond> sustained_fp64;
  Sourced<FlopPerSecond> sustained_fp32;
  Sourced<FlopPerSecond> sustained_fp16;

  Sourced<Bytes> dram_capacity;
  Sourced<Bytes> dram_bus_width;                 // per transfer
  Sourced<PerSecond> dram_data_rate;             // transfers per second
  Sourced<BytesPerSecond> dram_bandwidth;        // peak
  Sourced<BytesPerSecond> dram_copy_bandwidth;   // sustained, one read for one write
  Sourced<BytesPerSecond> dram_read_bandwidth;   // sustained, reads only
  Sourced<BytesPerSecond> dram_write_bandwidth;  // sustained, writes only
  Sourced<Cycles> dram_latency;
  Sourced<Bytes> l2_capacity;
  Sourced<BytesPerSecond> l2_read_bandwidth;
  Sourced<Cycles> l2_latency;
  Sourced<Cycles> l1_latency;
  Sourced<Cycles> shared_latency;

  Sourced<Seconds> launch_latency;  // one kernel between two events, nothing to do
  Sourced<Count> copy_engines;
  Sourced<BytesPerSecond> h2d_bandwidth;  // peak, host to device
  Sourced<BytesPerSecond> d2h_bandwidth;
  Sourced<BytesPerSecond> h2d_sustained;  // pinned memory, large copies
  Sourced<BytesPerSecond> d2h_sustained;
  Sourced<Seconds> h2d_latency;
  Sourced<Seconds> d2h_latency;
  Sourced<BytesPerSecond> peer_bandwidth;  // sustained, one way to another device of its kind
  Sourced<Seconds> peer_latency;           // of a copy to it
  Sourced<Watts> tdp;                      // of the whole board

  MachineParameters machine;
};

struct Cpu {
  std::string id;
  std::string name;
  std::string summary;

  Sourced<Count> sockets;
  Sourced<Count> cores;            // in all sockets together
  Sourced<Hertz> clock;            // at which the peaks are stated
  Sourced<Count> fma_units;        // per core
  Sourced<Count> fp64_simd_lanes;  // doubles per FMA unit
  Sourced<FlopPerSecond> peak_fp64;
  Sourced<FlopPerSecond> peak_fp32;
  Sourced<FlopPerSecond> sustained_fp64;
  Sourced<FlopPerSecond> sustained_fp32;
  Sourced<Bytes> llc_capacity;                        // all sockets together
  Sourced<BytesPerSecond> memory_bandwidth;           // peak, all sockets together
  Sourced<BytesPerSecond> memory_sustained;           // sustained, one read for one write
  Sourced<BytesPerSecond> memory_read, memory_write;  // sustained, reads or writes only
  Sourced<FlopPerSecond> core_fp64, core_fp32;        // one core alone, chains of FMAs
  Sourced<BytesPerSecond> core_bandwidth;             // one core alone, copying
  Sourced<Seconds> loop_start;                        // and end, of a parallel loop on all cores
  Curve<Bytes, BytesPerSecond> copy_by_footprint;     // all cores, bytes of both arrays
  Curve<Bytes, BytesPerSecond> core_by_footprint;     // one core alone, likewise
};

using Device = std::variant<Gpu, Cpu>;

}  // namespace gpumodel
