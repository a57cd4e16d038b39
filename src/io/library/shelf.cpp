#include "src/io/library/shelf.hpp"

#include <array>

#include "src/io/text/problems.hpp"

namespace gpumodel {

const ShelfWords& words_of(Shelf shelf) {
  static constexpr std::array<ShelfWords, 4> words = {{
      {"devices", "device", "GPUMODEL_DEVICE_PATH", "device-unknown"},
      {"kernels", "kernel", "GPUMODEL_KERNEL_PATH", "kernel-unknown"},
      {"programs", "program", "GPUMODEL_PROGRAM_PATH", "program-unknown"},
      {"systems", "system", "GPUMODEL_SYSTEM_PATH", "system-unknown"},
  }};
  return words[static_cast<std::size_t>(shelf)];
}

Shelf shelf_of(const Node& root, const TextFile& text) {
  for (const Shelf shelf : {Shelf::devices, Shelf::kernels, Shelf::programs, Shelf::systems}) {
    if (value_of(root, words_of(shelf).kind) != nullptr) return shelf;
  }
  Problems problems(text);
  problems.add("file-kind", root.keys.empty() ? root : root.keys.front(),
               "this is no device, kernel, program or system file",
               {"the first key of each is 'device', 'kernel', 'program' or 'system'"});
  throw InputError{problems.sorted()};
}

}  // namespace gpumodel
