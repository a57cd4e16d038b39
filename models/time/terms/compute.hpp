// Arithmetic time of one pipe, t = F / P: the flop of the launch over the rate of the device.
//
// Roofline ceiling (Williams, Waterman, Patterson, CACM 52(4), 2009); equation A of the exercise
// sheet. P is the datasheet peak in the textbook model and the sustained rate elsewhere. It holds
// when enough independent operations are in flight and every lane works; the sheet's FMA counts as
// two flop, so a kernel that cannot fuse its multiplies and adds is up to twice as slow.
#pragma once

#include "models/core/term.hpp"
#include "models/hardware/device.hpp"
#include "models/kernel/workload.hpp"

namespace gpumodel {

enum class Ceiling { peak, sustained };

// The leaf "compute" of the textbook: all pipes one after the other, which for a kernel of a single
// type is t = F / P. A kernel without arithmetic takes no time.
template <class Machine>
TermId whole_compute_term(TermTree& tree, const Kernel& kernel, const Workload& work,
                          const Machine& machine);

// The leaf of one pipe ("fp64"); TermId::none where the kernel has no work for it.
TermId compute_term(TermTree& tree, Pipe pipe, const Kernel& kernel, const Workload& work,
                    const Sourced<FlopPerSecond>& rate);

const Sourced<FlopPerSecond>& flop_rate(const Gpu& gpu, Pipe pipe, Ceiling ceiling);

// A host has no FP16 pipe of its own: FP16 work counts at the FP32 rate.
const Sourced<FlopPerSecond>& flop_rate(const Cpu& cpu, Pipe pipe, Ceiling ceiling);

}  // namespace gpumodel
