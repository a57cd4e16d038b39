// --set: what-if on any number of a device, of the host (host.KEY) and of the system (system.KEY).
// Commands declare it and put what they load through it; names of devices then say what is assumed.
#pragma once

#include <string>
#include <vector>

#include "src/io/device/read_device.hpp"
#include "src/io/device/read_system.hpp"

namespace CLI {
class App;
}

namespace gpumodel {

struct SetOption {
  std::vector<std::string> texts;

  void declare(CLI::App& app);
  // With the numbers assumed in place of those of the file. Throw InputError. A device that is one
  // of several takes the same numbers as the others.
  DeviceFile device(DeviceFile file) const;
  DeviceFile host(DeviceFile file) const;
  SystemFile system(SystemFile file) const;
  // Throws UsageError: a number of a host or a system, and there is none.
  void refuse_without(bool has_host, bool has_system) const;
};

}  // namespace gpumodel
