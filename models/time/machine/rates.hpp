// The numbers of a device as the terms of the machine model use them: measured where its file holds
// them, else put together from what it states and a constant with a wide range. Each is an
// expression of its own, named by its symbol. All throw UnknownInput where not even a substitute is
// known.
#pragma once

#include "models/core/constants.hpp"
#include "models/core/workings.hpp"
#include "models/hardware/device.hpp"

namespace gpumodel {

struct LoadShape;

Worked<Hertz> sm_clock(Workings& w, const Gpu& gpu);  // f
Worked<Count> sms(Workings& w, const Gpu& gpu);       // S

// What every launch costs: of empty blocks, whose dispatch and life the other terms have.
Worked<Seconds> launch_cost(Workings& w, const Gpu& gpu, double blocks, bool cold, bool accesses);
Worked<Seconds> openacc_launch_cost(Workings& w, const Gpu& gpu);
Worked<Seconds> dispatch_interval(Workings& w, const Gpu& gpu, double threads);
// An empty block on its SM.
Worked<Seconds> block_overhead(Workings& w, const Gpu& gpu, double threads);

// One wait of a warp for loads, until what it asked for is known.
Worked<Seconds> l1_wait(Workings& w, const Gpu& gpu);
Worked<Seconds> l2_wait(Workings& w, const Gpu& gpu);
// For lines at as many places in DRAM as one doubled so often: the last of them comes later.
Worked<Seconds> dram_wait(Workings& w, const Gpu& gpu, double doublings, double met);
Worked<Seconds> shared_wait(Workings& w, const Gpu& gpu);
Worked<Seconds> barrier_wait(Workings& w, const Gpu& gpu, double threads);
Worked<Seconds> store_cost(Workings& w, const Gpu& gpu);
// One wait for an atomic whose result is wanted.
Worked<Seconds> atomic_wait(Workings& w, const Gpu& gpu);
Worked<Seconds> shared_atomic_wait(Workings& w, const Gpu& gpu);

// Of the chip.
Worked<BytesPerSecond> l2_read(Workings& w, const Gpu& gpu);
Worked<BytesPerSecond> l2_write(Workings& w, const Gpu& gpu);
Worked<BytesPerSecond> dram_transfer(Workings& w, const Gpu& gpu, double share_of_reads);
// What few SMs reach; `at_work` of them.
Worked<BytesPerSecond> l2_of_sms(Workings& w, const Gpu& gpu, double at_work);
Worked<BytesPerSecond> dram_of_sms(Workings& w, const Gpu& gpu, double at_work,
                                   double share_of_reads);

// Lines per second of the chip that L2 looks up.
Worked<PerSecond> l2_lookups(Workings& w, const Gpu& gpu);
// Sectors per second without their neighbours: from DRAM at random places of a footprint in bytes,
// and stored to such places.
Worked<PerSecond> random_dram_loads(Workings& w, const Gpu& gpu, double footprint);
// Lines with a sector each that are stored at places in no order of a footprint, and further
// sectors of these.
Worked<PerSecond> scattered_lines(Workings& w, const Gpu& gpu, double footprint);
Worked<PerSecond> scattered_sectors(Workings& w, const Gpu& gpu, double footprint);
// Stores that fill their sectors in parts.
Worked<PerSecond> partial_stores(Workings& w, const Gpu& gpu);

// Sector operations per second: what lanes of a warp do to one sector at a time, to so many words
// of it, by the bytes of the words that all threads share.
Worked<PerSecond> atomic_sectors(Workings& w, const Gpu& gpu, std::string_view scalar, double bytes,
                                 double words_at_once);
// Operations per second of lanes on the word that the lane before was at, of whatever words.
Worked<PerSecond> repeated_atomics(Workings& w, const Gpu& gpu);
// Operations of lanes on one word, per second.
Worked<PerSecond> atomics_on_one(Workings& w, const Gpu& gpu, std::string_view scalar);
// Requests of a single lane to one word, per second.
Worked<PerSecond> atomic_requests(Workings& w, const Gpu& gpu);
// Cycles of an SM per warp.
Worked<Cycles> shared_atomic_cycles(Workings& w, const Gpu& gpu, std::string_view scalar,
                                    double words);

// Cycles of an SM per load of a warp.
Worked<Cycles> load_cycles(Workings& w, const Gpu& gpu, const LoadShape& load);

}  // namespace gpumodel
