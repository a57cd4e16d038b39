// How many other processes compute on a GPU.
#pragma once

#include <span>

namespace gpumodel {

// `processes`: those the driver lists while this one uses the GPU. In a container the driver may
// list processes by numbers of the machine, which this process does not know of itself: then one of
// them is taken to be this one.
int other_processes(std::span<const unsigned> processes, unsigned own, bool in_container);

// Whether this process has a process number of its own in a PID namespace.
bool has_pid_namespace();

}  // namespace gpumodel
