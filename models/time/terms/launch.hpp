// Launch cost, t = t_launch: what one kernel costs that has nothing to do, seen between two events
// around it. Back-to-back launches and graph replays cost less; the host's view of a launch with a
// synchronisation costs more.
#pragma once

#include "models/core/term.hpp"
#include "models/hardware/device.hpp"

namespace gpumodel {

TermId launch_term(TermTree& tree, const Gpu& gpu);

}  // namespace gpumodel
