// What stands behind the values of the public headers.
#pragma once

#include <memory>

#include <gpumodel/gpumodel.hpp>

#include "src/io/device/read_device.hpp"
#include "src/io/device/read_system.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/library/shelves.hpp"
#include "src/io/program/read_program.hpp"

namespace gpumodel {
inline namespace v1 {

using SharedShelves = std::shared_ptr<const Shelves>;

struct Library::Data {
  SharedShelves shelves;
};

// A file, and the library that it was taken from: of what it names, and of what messages suggest.
template <class File>
struct FileData {
  std::shared_ptr<const File> file;
  SharedShelves shelves;
};

struct Library::Kernel::Data : FileData<KernelFile> {};
struct Library::Gpu::Data : FileData<DeviceFile> {};
struct Library::Host::Data : FileData<DeviceFile> {};
struct Library::System::Data : FileData<SystemFile> {};
struct Library::Program::Data : FileData<ProgramFile> {};

}  // namespace v1
}  // namespace gpumodel
