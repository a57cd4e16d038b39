#include "src/report/memory_text.hpp"

#include "src/report/format.hpp"

namespace gpumodel {

std::string memory_text(const DeviceMemory& memory, const Gpu& gpu) {
  return format_quantity(memory.needed.si, Bytes::dim) + ", " + gpu.name + " has " +
         format_quantity(memory.capacity->si, Bytes::dim);
}

Diagnostic memory_exceeded(const DeviceMemory& memory, const Gpu& gpu, std::string file) {
  return {.id = "memory-exceeded",
          .message = "the arrays take " + memory_text(memory, gpu),
          .file = std::move(file)};
}

}  // namespace gpumodel
