// What the detailed time model needs to know of a GPU beyond its datasheet: measured by
// `gpumodel calibrate`, one microbenchmark for each (docs/calibration.md).
#pragma once

#include "models/core/curve.hpp"
#include "models/hardware/machine_operation.hpp"

namespace gpumodel {

using SecondsBy = Curve<Count, Seconds>;
using SecondsByBytes = Curve<Bytes, Seconds>;
using CyclesBy = Curve<Count, Cycles>;  // cycles of one SM per warp instruction
using BandwidthByBytes = Curve<Bytes, BytesPerSecond>;
using BandwidthByCount = Curve<Count, BytesPerSecond>;
using RateByCount = Curve<Count, PerSecond>;

// Starting kernels and blocks.
struct LaunchParameters {
  Sourced<Seconds> queued;           // an empty kernel between events, queued behind other work
  Sourced<Seconds> queued_full;      // the same with 128 threads on every SM
  Sourced<Seconds> queued_cold;      // the same, its code and parameters not in the L2
  Sourced<Seconds> first_copy;       // queued_full, and each thread copies a word
  Sourced<Seconds> first_copy_cold;  // queued_cold, and each thread copies a word
  Sourced<Seconds> back_to_back;     // each further empty kernel of a stream
  Sourced<Seconds> graph;            // each kernel of a graph
  Sourced<Seconds> host_round_trip;  // launch and synchronise, seen from the host
  Sourced<Seconds> issue;            // what the host needs to queue a kernel
  Sourced<Seconds> queued_each;      // each further empty kernel of a stream that has more of them
  Sourced<Seconds> graph_issue;      // what the host needs to queue a small graph
  Sourced<Seconds> graph_pair;       // each further graph of two empty kernels
  Sourced<Seconds> stream_creation;  // what the host needs to create a stream
  Sourced<Seconds> openacc;          // an empty OpenACC region, queued behind other work
  Sourced<Seconds> openacc_each;     // each further empty OpenACC region of a queue
  Sourced<Seconds> openacc_sync;     // each further one without a queue, beside a small array
  Sourced<Seconds> block_interval;   // whole chip, each further empty block
  SecondsBy interval_by_threads;
  // Memory for the only array in a data clause, got and given back, by its bytes.
  SecondsByBytes openacc_data;
};

// How long a block stays on an SM that it has for itself, by its threads and by what it does.
struct BlockLives {
  Sourced<Seconds> life;  // empty, 128 threads
  SecondsBy empty, load, load4, load_l2, store, copy, shared;
};

struct ClockParameters {
  Sourced<Hertz> under_fp32;  // while all SMs multiply and add
};

// What was used before is found again after up to `kept` of the capacity has gone by since, and not
// after `lost`: shares of an SM's L1, or of l2.capacity.
struct CacheEdgeParameters {
  Sourced<Count> kept, lost;
};

struct CacheParameters {
  CacheEdgeParameters l1;
  CacheEdgeParameters l2;   // by the next launch, lines that one SM reads each
  Sourced<Count> l2_dirty;  // of l2.capacity, written lines that are still there when a launch ends
};

struct MemoryParameters {
  Sourced<BytesPerSecond> l2_write_bandwidth;
  Sourced<PerSecond> l2_partial_write;            // words that complete each other's sectors
  BandwidthByBytes l2_in_flight, dram_in_flight;  // 4-byte loads, by bytes in flight per SM
  BandwidthByCount dram_mix;                      // by the share of reads, 0 to 1
  Curve<Bytes, PerSecond> gather;                 // random sectors per second, by footprint
  Curve<Bytes, PerSecond> scatter;  // words stored to random sectors per second, by footprint
  BandwidthByCount sm_dram, sm_l2;  // by SMs at work
  Sourced<Seconds> write_batch;     // how long DRAM writes at a time while loads wait
};

// The load/store unit: cycles of one SM per warp instruction.
struct LoadStoreParameters {
  Curve<Bytes, Cycles> global_load;  // by bytes per lane
  CyclesBy global_load_by_lines;
  CyclesBy barrier;              // by threads of the block
  Sourced<Cycles> global_store;  // 4 bytes per lane, to L2
};

struct AtomicParameters {
  Sourced<Cycles> latency, shared_latency;  // returning the old value
  RateByCount reduce;                       // additions per second, by distinct words
  Sourced<PerSecond> single_lane;           // one lane of each warp, all at one word
  Sourced<PerSecond> f32_one, f64_one;      // all lanes at one word
  CyclesBy shared, shared_f32, shared_f64;  // cycles of one SM per warp, by distinct words
};

struct LinkParameters {
  Sourced<BytesPerSecond> h2d_bidirectional, d2h_bidirectional;  // both ways at once
  Sourced<BytesPerSecond> h2d_pageable, d2h_pageable;
  BandwidthByBytes h2d_pageable_by_size, d2h_pageable_by_size;  // one copy, seen from the host
  // Until it has arrived; the same of memory that a copy from the device has written.
  BandwidthByBytes h2d_pageable_end_by_size, h2d_pageable_again_by_size;
  Sourced<Seconds> h2d_host_latency, d2h_host_latency;  // a small blocking copy, from the host
  BandwidthByBytes h2d_host_by_size, d2h_host_by_size;  // one of any size, pinned
  // Small pinned copies in a stream: what the host needs to queue one, each further one, and a
  // kernel and a copy to the host in turn.
  Sourced<Seconds> h2d_issue, d2h_issue, h2d_queued, d2h_queued, d2h_pair;
  BandwidthByBytes h2d_queued_by_size, d2h_queued_by_size;  // each further one of any size
  BandwidthByBytes h2d_both_by_size, d2h_both_by_size;      // while another copies the other way
  // In turn, in a stream: such a copy and an empty kernel, a copy to the device and one back.
  BandwidthByBytes h2d_pair_by_size, turn_by_size;
  // What a piece of work waits for its turn on another engine, by the streams at work; of it, what
  // an engine that copies needs itself.
  Curve<Count, Seconds> turn_by_streams;
  Sourced<Seconds> h2d_turn, d2h_turn;
  Sourced<Seconds> h2d_pageable_latency, d2h_pageable_latency;
};

struct MachineParameters {
  LaunchParameters launch;
  BlockLives block;
  ClockParameters clock;
  CacheParameters cache;
  MemoryParameters memory;
  LoadStoreParameters lsu;
  OperationCosts operations;
  Sourced<Count> issue;  // warp instructions per SM and cycle
  // Multiply-adds of three registers where warps alternate: results per SM and cycle.
  Sourced<Count> fp32_fma_one_chain, fp64_fma_one_chain;
  Sourced<FlopPerSecond> sustained_tensor_f16;
  AtomicParameters atomic;
  LinkParameters link;
};

}  // namespace gpumodel
