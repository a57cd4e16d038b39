// Memory time of a loop that all cores of a CPU share: t = (V_load + V_store + V_fetch) / b. What
// the loop before left in the caches comes from there, as fast as copies of that much.
//
// Ordinary stores fetch the lines they fill, unless a load has (write-allocate): the bytes counted
// in a copy are two thirds of those that move. Where writes alone reach well less than reads, the
// processor fetches, and b is that of copies with the fetched lines counted.
//
// The interval holds what one bandwidth cannot tell: the mixtures between reads, writes and copies
// as measured; where the cache ends, a point of the curve either way; and at its upper end the
// loads that a nearer cache answers, which in the execution-cache-memory model of Intel CPUs do not
// overlap with transfers from afar (Treibig, Hager, PPAM 2009), and the start and end of the
// parallel loop where they were not measured. Limits: no cores of a second socket, no misses of the
// TLB.
#pragma once

#include "models/core/term.hpp"
#include "models/hardware/device.hpp"
#include "models/kernel/workload.hpp"

namespace gpumodel {

// `warm`: the caches hold what the same loop left. Sustained rates.
TermId host_memory_term(TermTree& tree, const Kernel& kernel, const Workload& work, const Cpu& cpu,
                        bool warm);

// To start and join the threads of the loop; none where that is not known or nobody is started.
TermId parallel_loop_term(TermTree& tree, const Cpu& cpu);

}  // namespace gpumodel
