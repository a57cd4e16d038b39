// A program as it would run without devices: its kernels are loops of the host on all cores, one
// after the other as they are issued, and nothing is copied.
#pragma once

#include "models/timeline/program/program.hpp"

namespace gpumodel {

// Of a program on one device: several share work in ways that a host does not.
Program on_host_alone(const Program& program);

}  // namespace gpumodel
