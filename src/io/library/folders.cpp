#include "src/io/library/folders.hpp"

#include <filesystem>
#include <map>

namespace gpumodel {

namespace fs = std::filesystem;

namespace {

// Stems of the YAML files of one folder; kernels may have a folder of their own.
void list_folder(Shelf shelf, const LibraryFolder& folder, std::map<std::string, Located>& found) {
  std::error_code failed;
  for (fs::directory_iterator it(folder.path, failed), end; !failed && it != end;
       it.increment(failed)) {
    const std::string stem = stem_of(it->path().filename().string());
    for (const std::string& spelling : spellings(shelf, stem)) {
      const std::string path = (fs::path(folder.path) / spelling).string();
      if (is_file(path)) found.try_emplace(stem, Located{path, folder.shown + spelling});
    }
  }
}

}  // namespace

bool is_file(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

std::string stem_of(const std::string& name) {
  return name.ends_with(".yaml") ? name.substr(0, name.size() - 5) : name;
}

std::vector<std::string> spellings(Shelf shelf, const std::string& name) {
  const std::string stem = stem_of(name);
  std::vector<std::string> all = {stem + ".yaml"};
  if (shelf == Shelf::kernels) all.push_back(stem + "/" + stem + ".yaml");
  return all;
}

std::optional<Located> find_in(std::span<const LibraryFolder> folders, Shelf shelf,
                               const std::string& name) {
  for (const LibraryFolder& folder : folders) {
    for (const std::string& spelling : spellings(shelf, name)) {
      const std::string path = (fs::path(folder.path) / spelling).string();
      if (is_file(path)) return Located{path, folder.shown + spelling};
    }
  }
  return std::nullopt;
}

std::vector<Listed> list_in(std::span<const LibraryFolder> folders, Shelf shelf) {
  std::map<std::string, Located> found;
  for (const LibraryFolder& folder : folders) list_folder(shelf, folder, found);
  std::vector<Listed> all;
  for (auto& [name, located] : found) all.push_back({name, located});
  return all;
}

}  // namespace gpumodel
