#include "src/cli/measure/cuda_compiler.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "src/cli/common/console.hpp"
#include "src/cli/measure/find_program.hpp"
#include "src/cli/measure/machine_error.hpp"
#include "src/cli/measure/process.hpp"
#include "src/diagnostics/visible_text.hpp"
#include "src/io/text/sha256.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

constexpr double compile_limit_s = 300.0;

std::string set_or_empty(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr ? value : "";
}

fs::path cache_folder() {
  if (const std::string own = set_or_empty("GPUMODEL_CACHE"); !own.empty()) return own;
  if (const std::string xdg = set_or_empty("XDG_CACHE_HOME"); !xdg.empty()) {
    return fs::path(xdg) / "gpumodel";
  }
  const std::string home = set_or_empty("HOME");
  return home.empty() ? fs::temp_directory_path() / "gpumodel" : fs::path(home) / ".cache/gpumodel";
}

[[noreturn]] void refuse_compiler(std::string message, std::vector<std::string> hints) {
  throw MachineError{
      {.id = "nvcc-missing", .message = std::move(message), .hints = std::move(hints)},
      exit_code::no_device};
}

[[noreturn]] void refuse_cache(const fs::path& folder, const std::string& why) {
  throw MachineError{
      {.id = "cache-unusable",
       .message = "compiled kernels cannot be kept in " + visible(folder.string()) + ": " + why,
       .hints = {"name another folder: GPUMODEL_CACHE=FOLDER"}},
      exit_code::bad_input};
}

// "Cuda compilation tools, release 13.0, V13.0.88"
std::string version_in(const std::string& text) {
  const std::size_t at = text.find(", V");
  if (at == std::string::npos) return {};
  return text.substr(at + 3, text.find_first_not_of("0123456789.", at + 3) - at - 3);
}

std::vector<std::string> options_for(const std::string& capability) {
  std::string arch = "-arch=sm_" + capability;
  std::erase(arch, '.');
  return {"-std=c++17", "-O3", std::move(arch), "-shared", "-Xcompiler", "-fPIC,-O1"};
}

}  // namespace

CudaCompiler::CudaCompiler() {
  const auto found = find_nvcc();
  if (!found) {
    refuse_compiler("kernels that gpumodel writes need nvcc, and there is none",
                    {"looked in $PATH, $CUDA_HOME/bin, $CUDA_PATH/bin, /usr/local/cuda/bin",
                     "to see the CUDA: gpumodel kernels show KERNEL --cuda FILE"});
  }
  path_ = *found;
  const ProcessResult asked = run_process({path_, "--version"}, 60.0);
  version_ = version_in(asked.out);
  if (version_.empty()) refuse_compiler(path_ + " does not say its version", {"is it nvcc?"});
}

std::string CudaCompiler::name() const {
  return "nvcc " + version_ + " -O3, from text that gpumodel wrote";
}

CompiledLibrary CudaCompiler::compile(const std::string& text,
                                      const std::string& capability) const {
  const std::vector<std::string> options = options_for(capability);
  std::string key = version_ + "\n";
  for (const std::string& option : options) key += option + "\n";
  const fs::path folder = cache_folder() / "compiled";
  const fs::path library = folder / (sha256_hex(key + text) + ".so");
  std::error_code failed;
  if (fs::exists(library, failed)) return {library.string(), {}};
  fs::create_directories(folder, failed);
  if (failed) refuse_cache(folder, failed.message());
  // Under names of its own up to the end: others may compile the same.
  const std::string own = library.string() + "." + std::to_string(getpid());
  const std::string source = own + ".cu", made = own + ".so";
  if (!(std::ofstream(source) << text).flush()) refuse_cache(folder, "it cannot be written");
  std::vector<std::string> words = {path_};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"-o", made, source});
  const ProcessResult result = run_process(words, compile_limit_s);
  fs::remove(source, failed);
  CompiledLibrary compiled;
  compiled.interrupted = result.interrupted;
  if (result.exit_code == 0 && !result.timed_out) {
    fs::rename(made, library, failed);
    if (failed) refuse_cache(folder, failed.message());
    compiled.file = library.string();
  } else {
    fs::remove(made, failed);
    compiled.fault = result.timed_out          ? "nvcc was stopped after 300 s"
                     : !result.why_not.empty() ? "nvcc did not start: " + result.why_not
                                               : "nvcc: " + first_error(result.err + result.out);
  }
  return compiled;
}

std::optional<std::string> find_nvcc() {
  return find_on_path("nvcc", {"/usr/local/cuda/bin", set_or_empty("CUDA_HOME") + "/bin",
                               set_or_empty("CUDA_PATH") + "/bin"});
}

std::string first_error(const std::string& messages) {
  std::istringstream lines(messages);
  std::string any;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find("error");
    if (at != std::string::npos) return visible(line.substr(at));
    if (any.empty()) any = line;
  }
  return any.empty() ? "it says nothing" : visible(any);
}

}  // namespace gpumodel
