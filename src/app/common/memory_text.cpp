#include "src/app/common/memory_text.hpp"

#include "models/kernel/workload.hpp"
#include "src/io/text/format.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {

std::string memory_text(const DeviceMemory& memory, const Gpu& gpu) {
  return format_quantity(memory.needed.si, Bytes::dim) + ", " + gpu.name + " has " +
         format_quantity(memory.capacity->si, Bytes::dim);
}

Diagnostic memory_exceeded(const DeviceMemory& memory, const Gpu& gpu, const Kernel& kernel,
                           std::span<const Number> values, const TextFile& text) {
  const Array* largest = largest_array(kernel, values);
  Problems problems(text);
  problems.warn("memory-exceeded", largest == nullptr ? 1 : largest->source.line,
                "the arrays take " + memory_text(memory, gpu));
  Diagnostic found = problems.sorted().front();
  found.severity = Severity::error;
  return found;
}

}  // namespace gpumodel
