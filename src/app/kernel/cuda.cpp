#include "src/app/kernel/cuda.hpp"

#include "src/app/common/kernel_faults.hpp"
#include "src/io/cuda/write_cuda.hpp"

namespace gpumodel {

WrittenCuda written_as_cuda(const KernelFile& file,
                            const std::vector<std::optional<Number>>& overrides) {
  return with_kernel_faults(file, [&] {
    std::vector<Number> values;
    evaluate_parameters(file.kernel, overrides, values);
    try {
      CudaFile cuda = cuda_file(file.kernel, values);
      WrittenCuda written{std::move(cuda.text), {}};
      for (const Departure& d : cuda.departures) {
        const std::string_view line = file.text.line(d.source.line);
        const std::size_t column = line.find_first_not_of(" -");
        written.departures.push_back({.severity = Severity::note,
                                      .id = "cuda-differs",
                                      .message = d.what,
                                      .file = file.text.shown,
                                      .line = d.source.line,
                                      .column = static_cast<int>(column) + 1,
                                      .source_line = std::string(line)});
      }
      return written;
    } catch (const CannotWrite& fault) {
      throw to_input_error(fault, file.text);
    }
  });
}

}  // namespace gpumodel
