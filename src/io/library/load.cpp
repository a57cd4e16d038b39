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

KernelFile load_kernel(const std::string& name) {
  const Located file = locate(Library::kernels, name);
  return read_kernel(read_text_file(file.path, file.shown));
}

DeviceFile load_device(const std::string& name) {
  const Located file = locate(Library::devices, name);
  return read_device(read_text_file(file.path, file.shown));
}

DeviceFile load_gpu(const std::string& name) {
  DeviceFile file = load_device(name);
  if (!std::holds_alternative<Gpu>(file.device)) {
    wrong_kind(file.text, "this is a CPU, a GPU is needed here", "give a CPU as --host");
  }
  return file;
}

DeviceFile load_cpu(const std::string& name) {
  DeviceFile file = load_device(name);
  if (!std::holds_alternative<Cpu>(file.device)) {
    wrong_kind(file.text, "this is a GPU, a CPU is needed here", "give a GPU as --device");
  }
  return file;
}

ProgramFile load_program(const std::string& name) {
  const Located file = locate(Library::programs, name);
  return read_program(read_text_file(file.path, file.shown));
}

SystemFile load_system(const std::string& name) {
  const Located file = locate(Library::systems, name);
  return read_system(read_text_file(file.path, file.shown));
}

DeviceChoice choose_device(const std::string& option) {
  if (!option.empty()) return {option, false};
  const char* set = std::getenv("GPUMODEL_DEVICE");
  if (set != nullptr && *set != '\0') return {set, false};
  return {"v100", true};
}

}  // namespace gpumodel
