#include "src/cli/application/build.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <string_view>

#include "src/app/common/how_to_build.hpp"
#include "src/cli/common/console.hpp"
#include "src/cli/describe/describer.hpp"
#include "src/cli/measure/find_program.hpp"
#include "src/cli/measure/machine_error.hpp"
#include "src/cli/measure/measuring_program.hpp"
#include "src/diagnostics/refuse_call.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

constexpr double seconds_to_link = 120.0;

// "undefined reference to `cublasCreate_v2'": the names, each once.
std::vector<std::string> undefined_names(const std::string& messages) {
  constexpr std::string_view before = "undefined reference to `";
  std::vector<std::string> names;
  for (std::size_t at = 0; (at = messages.find(before, at)) != std::string::npos;) {
    at += before.size();
    std::string name = messages.substr(at, messages.find('\'', at) - at);
    name.resize(std::min(name.find_first_of("(<"), name.size()));
    name.erase(0, name.rfind(' ') + 1);  // what it returns
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

std::string linker() {
  for (const char* name : {"c++", "g++", "clang++"}) {
    if (const auto path = find_on_path(name)) return *path;
  }
  throw MachineError{{.id = "runner-missing",
                      .message = "there is no compiler that links the application",
                      .hints = {"looked for c++, g++ and clang++ on PATH"}},
                     exit_code::no_device};
}

}  // namespace

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string runtime_beside_describer(const std::string& name) {
  const auto describer = find_runner("gpumodel-describe");
  const fs::path path = fs::path(describer.value_or("")).parent_path() / name;
  std::error_code ignored;
  if (describer && fs::is_regular_file(path, ignored)) return path.string();
  throw MachineError{{.id = "runner-missing",
                      .message = name + ", the runtime of applications, is missing",
                      .hints = {build_for_sources, "it stands beside gpumodel-describe"}},
                     exit_code::no_device};
}

void refuse_link(const ProcessResult& result) {
  constexpr std::string_view stub = "__device_stub__";
  std::vector<Diagnostic> all;
  for (const std::string& name : undefined_names(result.err)) {
    if (name == "__cudaRegisterTexture" || name == "__cudaRegisterSurface") {
      all.push_back({.id = "application-link",
                     .message = "the application has references of textures or surfaces "
                                "(texture<float, 2> name), which CUDA 12 has no more",
                     .hints = {"objects take their place: cudaCreateTextureObject"}});
      continue;
    }
    if (name.starts_with(stub)) {
      all.push_back({.id = "application-link",
                     .message = "the application launches '" + name.substr(stub.size()) +
                                "', which no file given defines",
                     .hints = {"give the file that does, beside the others"}});
      continue;
    }
    all.push_back({.id = "application-link",
                   .message = "the application calls '" + name + "', which is not there",
                   .hints = {"the recording runtime has no such function, no file given defines it",
                             "give the file that does, or a library: --link '-lNAME'"}});
  }
  if (all.empty()) {
    std::istringstream lines(result.err);
    std::vector<std::string> words;
    for (std::string line; words.size() < 4 && std::getline(lines, line);) words.push_back(line);
    all.push_back({.id = "application-link",
                   .message = "the application was not linked",
                   .hints = std::move(words)});
  }
  throw InputError{std::move(all)};
}

TemporaryFolder::TemporaryFolder() {
  std::error_code ignored;
  path_ = (fs::temp_directory_path(ignored) / "gpumodel-app-XXXXXX").string();
  if (mkdtemp(path_.data()) == nullptr) {
    refuse_call("output-file", path_ + " cannot be made",
                {"applications are built there: $TMPDIR names another folder"});
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

BuiltApplication compile_application(const std::vector<std::string>& sources,
                                     const std::string& compile, bool executes,
                                     const TemporaryFolder& folder, const std::string& stem) {
  BuiltApplication built;
  built.executes = executes;
  built.files = sources;
  std::vector<Diagnostic> faults;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::string object = folder.file(stem + std::to_string(i) + ".o");
    const bool has_kernels = !sources[i].ends_with(".c");
    const std::string bodies =
        executes && has_kernels ? folder.file(stem + std::to_string(i) + "-bodies.o") : "";
    built.objects.push_back(object);
    if (!bodies.empty()) built.objects.push_back(bodies);
    try {
      for (LaunchableKernel& kernel :
           compile_source_for_host(about_one_of(sources, sources[i], compile), object, bodies)) {
        built.sources.try_emplace(kernel.mangled, sources[i]);
        built.kernels.push_back(std::move(kernel));
      }
    } catch (const InputError& error) {
      faults.insert(faults.end(), error.found.begin(), error.found.end());
    }
  }
  if (!faults.empty()) throw InputError{std::move(faults)};
  return built;
}

void link_application(const std::vector<std::string>& objects, const std::string& link,
                      const std::string& program) {
  const std::string runtime = runtime_beside_describer("libgpumodel-record.a");
  std::vector<std::string> command = {linker(), "-o", program};
  command.insert(command.end(), objects.begin(), objects.end());
  command.insert(command.end(), {"-Wl,-z,now", "-Wl,--whole-archive", runtime,
                                 "-Wl,--no-whole-archive", "-pthread", "-lm"});
  for (std::string& word : words_of(link)) command.push_back(std::move(word));
  const ProcessResult result = run_process(command, seconds_to_link);
  if (result.signal != 0 || result.exit_code != 0 || !result.why_not.empty()) refuse_link(result);
}

BuiltApplication build_application(const std::vector<std::string>& sources,
                                   const std::string& compile, const std::string& link,
                                   bool executes, const TemporaryFolder& folder) {
  runtime_beside_describer("libgpumodel-record.a");  // that it is missing is said at once
  BuiltApplication built = compile_application(sources, compile, executes, folder);
  built.program = folder.file(fs::path(sources.front()).stem().string());
  link_application(built.objects, link, built.program);
  return built;
}

}  // namespace gpumodel
