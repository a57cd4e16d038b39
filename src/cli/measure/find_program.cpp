#include "src/cli/measure/find_program.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::optional<std::string> first_with(const std::vector<fs::path>& folders,
                                      const std::string& name) {
  for (const fs::path& folder : folders) {
    const fs::path path = folder / name;
    std::error_code ignored;
    if (access(path.c_str(), X_OK) == 0 && fs::is_regular_file(path, ignored)) return path.string();
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_runner(const std::string& name) {
  std::vector<fs::path> folders;
  if (const std::string path = variable("GPUMODEL_RUNNER_PATH"); !path.empty())
    folders.emplace_back(path);
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  if (!program.empty()) {
    folders.push_back(program.parent_path());
    folders.push_back(program.parent_path().parent_path() / "libexec" / "gpumodel");
  }
  return first_with(folders, name);
}

std::optional<std::string> find_on_path(const std::string& name,
                                        const std::vector<std::string>& others) {
  std::vector<fs::path> folders;
  std::istringstream path(variable("PATH"));
  for (std::string folder; std::getline(path, folder, ':');) {
    if (!folder.empty()) folders.emplace_back(folder);
  }
  folders.insert(folders.end(), others.begin(), others.end());
  return first_with(folders, name);
}

}  // namespace gpumodel
