// An application made from its sources: the host's code by gpumodel-describe's compiler, linked by
// the system's with the recording runtime.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "src/io/application/read_records.hpp"

namespace gpumodel {

struct ProcessResult;

// A folder of this process alone, which goes with this object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// "-lz -lpng": its words.
std::vector<std::string> words_of(const std::string& text);

struct BuiltApplication {
  std::string program;
  std::vector<LaunchableKernel> kernels;
  std::map<std::string, std::string> sources;  // of kernels by their mangled names
  std::vector<std::string> objects{};          // that it is linked from
  std::vector<std::string> files{};            // it is compiled from
  bool executes = false;                       // its kernels are among them
  std::string runtime{};  // a library that stands for CUDA's; empty: it is linked
  bool is_described() const { return !runtime.empty(); }  // its sources are descriptors
};

// A file of the recording runtime. Throws MachineError.
std::string runtime_beside_describer(const std::string& name);

// What a linker said, in words. Throws InputError.
[[noreturn]] void refuse_link(const ProcessResult& result);

// `executes`: with its kernels, for this machine. Throws InputError with the compiler's or the
// linker's faults, MachineError where a program that is needed is missing.
BuiltApplication build_application(const std::vector<std::string>& sources,
                                   const std::string& compile, const std::string& link,
                                   bool executes, const TemporaryFolder& folder);

// Not linked: objects, kernels and their sources. Names of its files begin with `stem`. Throws as
// above.
BuiltApplication compile_application(const std::vector<std::string>& sources,
                                     const std::string& compile, bool executes,
                                     const TemporaryFolder& folder, const std::string& stem = {});
void link_application(const std::vector<std::string>& objects, const std::string& link,
                      const std::string& program);

}  // namespace gpumodel
