// The numbers of a device as the terms of the machine model use them: measured where its file holds
// them, else put together from what it states, with a wider factor. Each has the source it is
// explained by. All throw UnknownInput where not even a substitute is known.
#pragma once

#include "models/core/estimate.hpp"
#include "models/hardware/device.hpp"

namespace gpumodel {

// SI units; cycles are those of the SM clock.
struct Rate {
  double value = 0.0;
  double factor = 1.0;
  const Source* source = nullptr;
};

// `amount` at this rate, or that many times this cost.
Estimate<Seconds> time_at_rate(double amount, const Rate& rate);
Estimate<Seconds> time_at_cost(double count, const Rate& seconds_each);

Rate sm_clock(const Gpu& gpu);

// Launch and blocks, seconds.
Rate launch_cost(const Gpu& gpu, double blocks, bool cold, bool accesses);
Rate openacc_launch_cost(const Gpu& gpu);
Rate dispatch_interval(const Gpu& gpu, double threads);
// An empty block on its SM.
Rate block_overhead(const Gpu& gpu, double threads);

// One wait of a warp for loads, address arithmetic and the use of what came included; seconds.
Rate l1_wait(const Gpu& gpu);
Rate l2_wait(const Gpu& gpu);
Rate dram_wait(const Gpu& gpu);
Rate shared_wait(const Gpu& gpu);
Rate barrier_wait(const Gpu& gpu, double threads);
Rate store_cost(const Gpu& gpu);

// Bytes per second of the chip.
Rate l2_read(const Gpu& gpu);
Rate l2_write(const Gpu& gpu);
Rate dram_transfer(const Gpu& gpu, double share_of_reads);
// What few SMs reach; `sms` at work.
Rate l2_of_sms(const Gpu& gpu, double sms);
Rate dram_of_sms(const Gpu& gpu, double sms, double share_of_reads);

// Sectors per second of the chip, without their neighbours: from L2, from DRAM at random places of
// a footprint in bytes, and stored to such places.
Rate lone_loads(const Gpu& gpu);
Rate random_dram_loads(const Gpu& gpu, double footprint);
Rate scattered_stores(const Gpu& gpu, double footprint);
// Stores that fill their sectors in parts.
Rate partial_stores(const Gpu& gpu);

// Sector operations per second: what lanes of a warp do to one sector at a time, by the words that
// all threads share.
Rate atomic_sectors(const Gpu& gpu, std::string_view scalar, double words);
// Requests of a single lane to one word, per second.
Rate atomic_requests(const Gpu& gpu);
// Cycles of an SM per warp.
Rate shared_atomic_cycles(const Gpu& gpu, std::string_view scalar, double words);

// Cycles of an SM per load of a warp that touches `lines` lines and takes `wavefronts`.
Rate load_cycles(const Gpu& gpu, int bytes, double lines, double wavefronts);

}  // namespace gpumodel
