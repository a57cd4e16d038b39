#include "src/io/library/load.hpp"

#include <cstdlib>

#include "src/io/text/key_place.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {
namespace {

[[noreturn]] void wrong_kind(const TextFile& text, std::string message, std::string hint) {
  Problems problems(text);
  problems.add("device-kind", key_place(text, "kind"), std::move(message), {std::move(hint)});
  throw InputError{problems.sorted()};
}

}  // namespace

DeviceFile require_gpu(DeviceFile file) {
  if (!std::holds_alternative<Gpu>(file.device)) {
    wrong_kind(file.text, "this is a CPU, a GPU is needed here", "give a CPU as --host");
  }
  return file;
}

DeviceFile require_cpu(DeviceFile file) {
  if (!std::holds_alternative<Cpu>(file.device)) {
    wrong_kind(file.text, "this is a GPU, a CPU is needed here", "give a GPU as --device");
  }
  return file;
}

KernelFile load_kernel(const std::string& name, const Shelves& library) {
  return read_kernel(library.read(Shelf::kernels, name));
}
DeviceFile load_device(const std::string& name, const Shelves& library) {
  return read_device(library.read(Shelf::devices, name));
}
DeviceFile load_gpu(const std::string& name, const Shelves& library) {
  return require_gpu(load_device(name, library));
}
DeviceFile load_cpu(const std::string& name, const Shelves& library) {
  return require_cpu(load_device(name, library));
}
ProgramFile load_program(const std::string& name, const Shelves& library) {
  return read_program(library.read(Shelf::programs, name), library);
}
SystemFile load_system(const std::string& name, const Shelves& library) {
  return read_system(library.read(Shelf::systems, name));
}

DeviceChoice choose_device(const std::string& option) {
  if (!option.empty()) return {option, false};
  const char* set = std::getenv("GPUMODEL_DEVICE");
  if (set != nullptr && *set != '\0') return {set, false};
  return {"v100", true};
}

}  // namespace gpumodel
