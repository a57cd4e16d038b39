#include "src/io/library/load.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "src/diagnostics/all_faults.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/text/key_place.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {
namespace {

[[noreturn]] void wrong_kind(const TextFile& text, std::string message, std::string hint) {
  Problems problems(text);
  problems.add("device-kind", key_place(text, "kind"), std::move(message), {std::move(hint)});
  throw InputError{problems.sorted()};
}

std::vector<std::string> names_of(const std::string& option) {
  std::vector<std::string> names;
  std::istringstream list(choose_device(option).name);
  for (std::string name; std::getline(list, name, ',');) {
    if (name.empty()) break;
    if (std::ranges::find(names, name) != names.end()) {
      refuse_call("usage", "--device names '" + name + "' twice", {"give each once"});
    }
    names.push_back(std::move(name));
  }
  if (names.empty() || option.ends_with(',') || !list.eof()) {
    refuse_call("usage", "--device '" + option + "' is no list of devices",
                {"expected names with commas between them, such as v100,a100, or all"});
  }
  return names;
}

std::vector<DeviceFile> all_gpus(const Shelves& library) {
  std::vector<DeviceFile> files;
  for (const Listed& listed : list(Shelf::devices)) {
    DeviceFile file = load_device(listed.name, library);
    if (std::holds_alternative<Gpu>(file.device)) files.push_back(std::move(file));
  }
  return files;
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

std::vector<DeviceFile> load_gpus(const std::string& option, const Shelves& library) {
  if (option == "all") return all_gpus(library);
  std::vector<DeviceFile> files;
  AllFaults faults;
  for (const std::string& name : names_of(option)) {
    faults.attempt([&] { files.push_back(load_gpu(name, library)); });
  }
  faults.throw_if_any();
  return files;
}

}  // namespace gpumodel
