#include "src/io/library/locate.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>

#include "src/diagnostics/diagnostic.hpp"
#include "src/io/library/folders.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

std::string environment(std::string_view name) {
  const char* value = std::getenv(std::string(name).c_str());
  return value == nullptr ? std::string{} : std::string(value);
}

void add_path_variable(std::vector<LibraryFolder>& folders, Shelf shelf) {
  const std::string value = environment(words_of(shelf).path_variable);
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

std::vector<LibraryFolder> library_folders(Shelf shelf) {
  std::vector<LibraryFolder> folders;
  add_path_variable(folders, shelf);
  const std::string name(words_of(shelf).folder);
  if (const fs::path user = user_folder(); !user.empty()) {
    folders.push_back({(user / name).string(), "~config/" + name + "/"});
  }
  for (const fs::path& root : built_in_roots())
    folders.push_back({(root / name).string(), name + "/"});
  return folders;
}

[[noreturn]] void not_found(Shelf shelf, const std::string& name) {
  std::vector<std::string> known;
  for (const Listed& listed : list(shelf)) known.push_back(listed.name);
  const ShelfWords& words = words_of(shelf);
  Diagnostic fault{.id = words.unknown,
                   .message = "no " + std::string(words.kind) + " '" + name + "'"};
  fault.hints = did_you_mean(stem_of(name), known);
  const bool has_command = shelf == Shelf::devices || shelf == Shelf::kernels;
  if (has_command) {
    fault.hints.push_back("list them: gpumodel " + std::string(words.folder) + " list");
  } else {
    std::string all = "known:";
    for (const std::string& each : known) all += " " + each;
    fault.hints.push_back(std::move(all));
  }
  const bool set = !environment(words.path_variable).empty();
  fault.hints.push_back("searched: ./, $" + std::string(words.path_variable) + " (" +
                        (set ? "set" : "unset") + "), the user's configuration, built-in");
  throw InputError{{std::move(fault)}};
}

std::optional<Located> find_in_library(Shelf shelf, const std::string& name) {
  return find_in(library_folders(shelf), shelf, name);
}

std::optional<Located> find(Shelf shelf, const std::string& name) {
  std::error_code ignored;
  const bool is_path = name.find('/') != std::string::npos || name == "." || name == "..";
  const bool is_directory = fs::is_directory(name, ignored);
  if (is_path || (fs::exists(name, ignored) && !is_directory)) return Located{name, name};
  for (const std::string& spelling : spellings(shelf, name)) {
    if (is_file(spelling)) return Located{spelling, spelling};
  }
  if (std::optional<Located> found = find_in_library(shelf, name)) return found;
  for (const Listed& listed : list(shelf)) {
    if (same_but_for_case(listed.name, stem_of(name))) return listed.file;
  }
  if (is_directory) return Located{name, name};  // reading it says that it is a directory
  return std::nullopt;
}

std::vector<Diagnostic>& shadows() {
  static std::vector<Diagnostic> all;
  return all;
}

// A file in the working folder is taken before one of the library that has its name.
void note_shadow(Shelf shelf, const std::string& name, const Located& taken) {
  std::error_code ignored;
  const std::optional<Located> hidden =
      taken.path.starts_with('/') || name.find('/') != std::string::npos
          ? std::nullopt
          : find_in_library(shelf, name);
  if (!hidden || fs::equivalent(taken.path, hidden->path, ignored)) return;
  Diagnostic note{
      .severity = Severity::note,
      .id = "name-shadowed",
      .message = "./" + taken.path + " is read, not " + hidden->shown + " of the library",
      .hints = {"a file in the working folder comes first; to read the other one, "
                "rename it or run elsewhere"}};
  const auto same = [&](const Diagnostic& known) { return known.message == note.message; };
  static std::mutex guard;  // files are located from several threads
  const std::scoped_lock lock(guard);
  if (std::ranges::none_of(shadows(), same)) shadows().push_back(std::move(note));
}

}  // namespace

const std::vector<Diagnostic>& shadowed_names() {
  return shadows();
}

Located locate(Shelf shelf, const std::string& name) {
  std::optional<Located> found = find(shelf, name);
  if (!found) not_found(shelf, name);
  note_shadow(shelf, name, *found);
  return std::move(*found);
}

bool has(Shelf shelf, const std::string& name) {
  return find(shelf, name).has_value();
}

Located locate_part(const std::string& path) {
  const std::vector<fs::path> roots = built_in_roots();
  for (const fs::path& root : roots) {
    if (is_file((root / path).string())) return {(root / path).string(), path};
  }
  return {(roots.front() / path).string(), path};
}

std::string shipped_folder() {
  std::vector<fs::path> roots;
  Dl_info here{};
  if (dladdr(reinterpret_cast<const void*>(&shipped_folder), &here) != 0) {
    const fs::path own = fs::path(here.dli_fname).parent_path();
    roots.push_back((own / GPUMODEL_DATA_FROM_LIBRARY).lexically_normal());
  }
  for (fs::path& root : built_in_roots()) roots.push_back(std::move(root));
  roots.emplace_back(GPUMODEL_DATA_FOLDER);
  std::error_code ignored;
  for (const fs::path& root : roots) {
    if (fs::is_directory(root / "devices", ignored)) return root.string();
  }
  return {};
}

std::vector<Listed> list(Shelf shelf) {
  return list_in(library_folders(shelf), shelf);
}

}  // namespace gpumodel
