// Inputs of commands by name: located, read and checked.
#pragma once

#include <string>
#include <vector>

#include "src/io/device/read_device.hpp"
#include "src/io/device/read_system.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/library/shelves.hpp"
#include "src/io/program/read_program.hpp"

namespace gpumodel {

KernelFile load_kernel(const std::string& name, const Shelves& library = searched_shelves());
DeviceFile load_device(const std::string& name, const Shelves& library = searched_shelves());
// The same, but it must be a GPU (`--device`) or a CPU (`--host`): throws InputError otherwise.
DeviceFile load_gpu(const std::string& name, const Shelves& library = searched_shelves());
DeviceFile load_cpu(const std::string& name, const Shelves& library = searched_shelves());
ProgramFile load_program(const std::string& name, const Shelves& library = searched_shelves());
SystemFile load_system(const std::string& name, const Shelves& library = searched_shelves());

// A device's file that must be about a GPU, or a CPU.
DeviceFile require_gpu(DeviceFile file);
DeviceFile require_cpu(DeviceFile file);

struct DeviceChoice {
  std::string name;
  bool is_default = false;  // neither named nor set in $GPUMODEL_DEVICE
};
// What --device, else $GPUMODEL_DEVICE, else the default says.
DeviceChoice choose_device(const std::string& option);
// Those of `--device a,b,c`; "all": every GPU of the library; nothing: what choose_device says.
// Throws InputError with the faults of all of them, UsageError where one is named twice or not at
// all.
std::vector<DeviceFile> load_gpus(const std::string& option,
                                  const Shelves& library = searched_shelves());
// For loops that a program runs on the host, where nobody names one: the one that was calibrated.
inline constexpr std::string_view default_host = "xeon-16vcpu";

}  // namespace gpumodel
