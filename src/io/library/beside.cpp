#include "src/io/library/beside.hpp"

#include <filesystem>

#include "src/io/library/locate.hpp"

namespace gpumodel {
namespace {

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? std::string() : folder + "/";
}

}  // namespace

ShelvesBeside::ShelvesBeside(const TextFile& file)
    : folder_(folder_of(file.path.empty() ? file.shown : file.path)),
      shown_(folder_of(file.shown)) {}

TextFile ShelvesBeside::read(Shelf shelf, const std::string& name) const {
  std::vector<std::string> all = spellings(shelf, name);
  all.push_back(name);  // a path from there
  for (const std::string& spelling : all) {
    if (is_file(folder_ + spelling)) return read_text_file(folder_ + spelling, shown_ + spelling);
  }
  return searched_shelves().read(shelf, name);
}

std::vector<std::string> ShelvesBeside::names(Shelf shelf) const {
  return searched_shelves().names(shelf);
}

}  // namespace gpumodel
