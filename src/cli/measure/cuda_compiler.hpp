// nvcc, run for what gpumodel has written. What it has compiled is kept and found again by the
// text, the compiler's version and its options: in $GPUMODEL_CACHE, else $XDG_CACHE_HOME/gpumodel,
// else
// ~/.cache/gpumodel.
#pragma once

#include <optional>
#include <string>

namespace gpumodel {

struct CompiledLibrary {
  std::string file;   // empty: it did not compile,
  std::string fault;  // and why, in a line
  bool interrupted = false;
};

class CudaCompiler {
 public:
  // Throws MachineError: there is no nvcc, or none that runs.
  CudaCompiler();

  // "nvcc 13.0.88 -O3, from text that gpumodel wrote", as a record says it.
  std::string name() const;
  // For this compute capability, "9.0". May be called by several threads.
  CompiledLibrary compile(const std::string& text, const std::string& capability) const;

 private:
  std::string path_, version_;
};

// On PATH, in $CUDA_HOME, $CUDA_PATH and /usr/local/cuda.
std::optional<std::string> find_nvcc();

// The first line of a compiler's messages that tells of an error.
std::string first_error(const std::string& messages);

}  // namespace gpumodel
