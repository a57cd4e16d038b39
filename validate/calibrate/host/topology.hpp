// The processor at hand, as the operating system describes it.
#pragma once

#include <optional>

namespace gpumodel::calibrate {

struct Topology {
  int sockets = 1;
  int cores = 1;                    // that this process may use; threads of one core count once
  std::optional<double> clock_hz;   // base clock where it is known, else the present one
  std::optional<double> llc_bytes;  // last-level caches of all sockets together
};

Topology topology();

}  // namespace gpumodel::calibrate
