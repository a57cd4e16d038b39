#include "src/io/library/locate.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>

#include "src/diagnostics/diagnostic.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

struct Folder {
  fs::path path;
  std::string shown;  // in front of file names; empty for the current folder
};

struct LibraryWords {
  std::string_view folder, kind, path_variable, unknown;
};
const LibraryWords& words_of(Library library) {
  static constexpr std::array<LibraryWords, 4> words = {{
      {"devices", "device", "GPUMODEL_DEVICE_PATH", "device-unknown"},
      {"kernels", "kernel", "GPUMODEL_KERNEL_PATH", "kernel-unknown"},
      {"programs", "program", "GPUMODEL_PROGRAM_PATH", "program-unknown"},
      {"systems", "system", "GPUMODEL_SYSTEM_PATH", "system-unknown"},
  }};
  return words[static_cast<std::size_t>(library)];
}

std::string environment(std::string_view name) {
  const char* value = std::getenv(std::string(name).c_str());
  return value == nullptr ? std::string{} : std::string(value);
}

void add_path_variable(std::vector<Folder>& folders, Library library) {
  const std::string value = environment(words_of(library).path_variable);
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
  const std::string name(words_of(library).folder);
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
  const LibraryWords& words = words_of(library);
  Diagnostic fault{.id = words.unknown,
                   .message = "no " + std::string(words.kind) + " '" + name + "'"};
  fault.hints = did_you_mean(stem_of(name), known);
  const bool has_command = library == Library::devices || library == Library::kernels;
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

namespace {

std::optional<Located> find_in_library(Library library, const std::string& name) {
  for (const Folder& folder : library_folders(library)) {
    for (const std::string& spelling : spellings(library, name)) {
      const fs::path path = folder.path / spelling;
      if (is_file(path)) return Located{path.string(), folder.shown + spelling};
    }
  }
  return std::nullopt;
}

std::optional<Located> find(Library library, const std::string& name) {
  std::error_code ignored;
  const bool is_path = name.find('/') != std::string::npos || name == "." || name == "..";
  const bool is_directory = fs::is_directory(name, ignored);
  if (is_path || (fs::exists(name, ignored) && !is_directory)) return Located{name, name};
  for (const std::string& spelling : spellings(library, name)) {
    if (is_file(spelling)) return Located{spelling, spelling};
  }
  if (std::optional<Located> found = find_in_library(library, name)) return found;
  for (const Listed& listed : list(library)) {
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
void note_shadow(Library library, const std::string& name, const Located& taken) {
  std::error_code ignored;
  const std::optional<Located> hidden =
      taken.path.starts_with('/') || name.find('/') != std::string::npos
          ? std::nullopt
          : find_in_library(library, name);
  if (!hidden || fs::equivalent(taken.path, hidden->path, ignored)) return;
  Diagnostic note{
      .severity = Severity::note,
      .id = "name-shadowed",
      .message = "./" + taken.path + " is read, not " + hidden->shown + " of the library",
      .hints = {"a file in the working folder comes first; to read the other one, "
                "rename it or run elsewhere"}};
  const auto same = [&](const Diagnostic& known) { return known.message == note.message; };
  if (std::ranges::none_of(shadows(), same)) shadows().push_back(std::move(note));
}

}  // namespace

const std::vector<Diagnostic>& shadowed_names() {
  return shadows();
}

Located locate(Library library, const std::string& name) {
  std::optional<Located> found = find(library, name);
  if (!found) not_found(library, name);
  note_shadow(library, name, *found);
  return std::move(*found);
}

bool has(Library library, const std::string& name) {
  return find(library, name).has_value();
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
