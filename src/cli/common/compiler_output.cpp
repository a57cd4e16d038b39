#include "src/cli/common/compiler_output.hpp"

#include "models/occupancy/cubin.hpp"
#include "models/occupancy/ptxas_log.hpp"
#include "src/io/text/binary_file.hpp"
#include "src/io/text/sha256.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t largest_input = 256 * 1024 * 1024;

InputFile described(const std::string& file, const std::string& bytes) {
  return {file, file, sha256_hex(bytes), file};
}

}  // namespace

CompilerOutput read_compiler_log(const std::string& file) {
  const std::string bytes = read_binary_file(file, file, largest_input);
  std::vector<KernelResources> kernels = read_ptxas_log(bytes);
  if (kernels.empty()) {
    throw InputError{{{.id = "ptxas-log",
                       .message = "names no kernel with its registers",
                       .file = file,
                       .hints = {"make it with: nvcc -Xptxas -v ... 2> log"}}}};
  }
  return {described(file, bytes), std::move(kernels)};
}

CompilerOutput read_compiled_image(const std::string& file) {
  const std::string bytes = read_binary_file(file, file, largest_input);
  auto read = read_cubin(std::as_bytes(std::span(bytes)));
  if (const auto* error = std::get_if<CubinError>(&read)) {
    throw InputError{{{.id = "cubin",
                       .message = error->message,
                       .file = file,
                       .hints = {"make it with: nvcc -cubin -arch=sm_90 file.cu"}}}};
  }
  return {described(file, bytes), std::move(std::get<std::vector<KernelResources>>(read))};
}

}  // namespace gpumodel
