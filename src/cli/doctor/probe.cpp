#include "src/cli/doctor/probe.hpp"

#include <cstdlib>

#include "src/cli/doctor/text.hpp"
#include "src/cli/measure/find_program.hpp"
#include "src/cli/measure/process.hpp"

namespace gpumodel {
namespace {

constexpr double limit_seconds = 5.0;  // they answer in milliseconds, unless their disk is away

// A program that is asked about itself. One that hangs is not asked again.
class Asked {
 public:
  explicit Asked(std::string path) : path_(std::move(path)) {}

  std::string operator()(const std::string& argument) {
    if (hangs_) return {};
    const ProcessResult result = run_process({path_, argument}, limit_seconds);
    hangs_ = result.timed_out;
    return hangs_ ? "" : result.out;
  }

 private:
  std::string path_;
  bool hangs_ = false;
};

std::vector<std::string> toolkit_folders() {
  std::vector<std::string> folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    const char* folder = std::getenv(variable);
    if (folder != nullptr && *folder != '\0') folders.push_back(std::string(folder) + "/bin");
  }
  folders.emplace_back("/usr/local/cuda/bin");
  return folders;
}

}  // namespace

MachineFacts probe_machine() {
  MachineFacts facts;
  probe_gpus(facts);
  probe_compilers(facts);
  probe_counters(facts);
  for (const char* name :
       {"gpumodel-run-cuda", "gpumodel-run-openacc", "gpumodel-run-host", "gpumodel-run-program",
        "gpumodel-calibrate-cuda", "gpumodel-calibrate-openacc", "gpumodel-calibrate-host",
        "gpumodel-describe"})
    facts.programs.push_back({name, find_runner(name)});
  return facts;
}

void probe_compilers(MachineFacts& facts) {
  if (const auto nvcc = find_on_path("nvcc", toolkit_folders())) {
    Asked asked(*nvcc);
    facts.nvcc = ToolFacts{*nvcc, nvcc_version(asked("--version"))};
    facts.nvcc_targets = nvcc_targets(asked("--list-gpu-arch"));
  }
  if (const auto gxx = find_on_path("g++")) {
    Asked asked(*gxx);
    // For a file that it has not it prints the name as it is.
    const auto has = [&](const std::string& name) {
      return asked("-print-file-name=" + name).starts_with('/');
    };
    facts.gxx = ToolFacts{*gxx, version_in(asked("-dumpfullversion"))};
    facts.has_offload = has("accel/nvptx-none/mkoffload");
    facts.has_offload_plugin = has("libgomp-plugin-nvptx.so.1");
    facts.has_openmp = has("libgomp.spec");
  }
  if (const auto nvcxx = find_on_path("nvc++")) facts.nvcxx = ToolFacts{*nvcxx, ""};
}

}  // namespace gpumodel
