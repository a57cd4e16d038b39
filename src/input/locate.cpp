#include "src/input/locate.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "src/diagnostics/diagnostic.hpp"
#include "src/input/nearest.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

struct Folder {
  fs::path path;
  std::string shown;  // in front of file names; empty for the current folder
};

std::string_view folder_name(Library library) {
  return library == Library::devices ? "devices" : "kernels";
}
std::string_view kind_name(Library library) {
  return library == Library::devices ? "device" : "kernel";
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string{} : std::string(value);
}

void add_path_variable(std::vector<Folder>& folders, Library library) {
  const std::string value =
      environment(library == Library::devices ? "GPUMODEL_DEVICE_PATH" : "GPUMODEL_KERNEL_PATH");
  for (std::size_t begin = 0; begin < value.size();) {
    const std::size_t end = std::min(value.find(':', begin), value.size());
    const std::string folder = value.substr(begin, end - begin);
    if (!folder.empty()) folders.push_back({folder, folder + "/"});
    begin = end + 1;
  }
}

fs::path user_folder() {
  if (const std::string config = environment("XDG_CONFIG_HOME"); !config.empty()) {
    return fs::path(config) / "gpumodel";
  }
  if (const std::string home = environment("HOME"); !home.empty()) {
    return fs::path(home) / ".config" / "gpumodel";
  }
  return {};
}

// The folders that come with the program: beside it when installed, or where it was built.
std::vector<fs::path> built_in_roots() {
  std::error_code ignored;
  std::vector<fs::path> roots;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored);
  if (!program.empty()) {
    roots.push_back(program.parent_path().parent_path() / "share" / "gpumodel");
  }
  roots.emplace_back(GPUMODEL_SOURCE_DIR);
  return roots;
}

std::vector<Folder> library_folders(Library library) {
  std::vector<Folder> folders;
  add_path_variable(folders, library);
  const std::string name(folder_name(library));
  if (const fs::path user = user_folder(); !user.empty()) {
    folders.push_back({user / name, "~config/" + name + "/"});
  }
  for (const fs::path& root : built_in_roots()) folders.push_back({root / name, name + "/"});
  return folders;
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

std::string stem_of(const std::string& name) {
  return name.ends_with(".yaml") ? name.substr(0, name.size() - 5) : name;
}

// The ways a name may be spelled inside a folder.
std::vector<std::string> spellings(Library library, const std::string& name) {
  const std::string stem = stem_of(name);
  std::vector<std::string> all = {stem + ".yaml"};
  if (library == Library::kernels) all.push_back(stem + "/" + stem + ".yaml");
  return all;
}

[[noreturn]] void not_found(Library library, const std::string& name) {
  std::vector<std::string> known;
  for (const Listed& listed : list(library)) known.push_back(listed.name);
  Diagnostic fault{.id = library == Library::devices ? "device-unknown" : "kernel-unknown",
                   .message = "no " + std::string(kind_name(library)) + " '" + name + "'"};
  fault.hints = did_you_mean(stem_of(name), known);
  fault.hints.push_back("list them: gpumodel " + std::string(folder_name(library)) + " list");
  const bool set =
      !environment(library == Library::devices ? "GPUMODEL_DEVICE_PATH" : "GPUMODEL_KERNEL_PATH")
           .empty();
  fault.hints.push_back(std::string("searched: ./, $GPUMODEL_") +
                        (library == Library::devices ? "DEVICE" : "KERNEL") + "_PATH (" +
                        (set ? "set" : "unset") + "), the user's configuration, built-in");
  throw InputError{{std::move(fault)}};
}

// Stems of the YAML files of one folder; kernels may have a folder of their own.
void list_folder(Library library, const Folder& folder, std::map<std::string, Located>& found) {
  std::error_code failed;
  for (fs::directory_iterator it(folder.path, failed), end; !failed && it != end;
       it.increment(failed)) {
    const std::string stem = stem_of(it->path().filename().string());
    for (const std::string& spelling : spellings(library, stem)) {
      const fs::path path = folder.path / spelling;
      if (is_file(path)) found.try_emplace(stem, Located{path.string(), folder.shown + spelling});
    }
  }
}

}  // namespace

Located locate(Library library, const std::string& name) {
  std::error_code ignored;
  const bool is_path = name.find('/') != std::string::npos || name == "." || name == "..";
  const bool is_directory = fs::is_directory(name, ignored);
  if (is_path || (fs::exists(name, ignored) && !is_directory)) return {name, name};
  for (const std::string& spelling : spellings(library, name)) {
    if (is_file(spelling)) return {spelling, spelling};
  }
  for (const Folder& folder : library_folders(library)) {
    for (const std::string& spelling : spellings(library, name)) {
      const fs::path path = folder.path / spelling;
      if (is_file(path)) return {path.string(), folder.shown + spelling};
    }
  }
  if (is_directory) return {name, name};  // reading it says that it is a directory
  not_found(library, name);
}

Located locate_part(const std::string& path) {
  const std::vector<fs::path> roots = built_in_roots();
  for (const fs::path& root : roots) {
    if (is_file(root / path)) return {(root / path).string(), path};
  }
  return {(roots.front() / path).string(), path};
}

std::vector<Listed> list(Library library) {
  std::map<std::string, Located> found;
  for (const Folder& folder : library_folders(library)) list_folder(library, folder, found);
  std::vector<Listed> all;
  for (auto& [name, located] : found) all.push_back({name, located});
  return all;
}

}  // namespace gpumodel
