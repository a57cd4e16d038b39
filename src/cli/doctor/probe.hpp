// Looks at the machine for `doctor`: driver, GPUs, compilers, programs, permissions.
#pragma once

#include "src/app/doctor/facts.hpp"

namespace gpumodel {

// Starts other programs with a time limit and changes nothing.
MachineFacts probe_machine();

// Its parts.
void probe_gpus(MachineFacts& facts);
void probe_compilers(MachineFacts& facts);
void probe_counters(MachineFacts& facts);

}  // namespace gpumodel
