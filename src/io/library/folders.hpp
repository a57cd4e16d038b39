// Folders with the files of one shelf, in the order in which they are searched.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/io/library/shelf.hpp"

namespace gpumodel {

struct LibraryFolder {
  std::string path;
  std::string shown;  // in front of file names; empty for the current folder
};

bool is_file(const std::string& path);
// "v100.yaml" -> "v100".
std::string stem_of(const std::string& name);
// The ways a name may be spelled inside a folder.
std::vector<std::string> spellings(Shelf shelf, const std::string& name);

// The file of exactly this name.
std::optional<Located> find_in(std::span<const LibraryFolder> folders, Shelf shelf,
                               const std::string& name);
// All files, by name; of equal names the first found.
std::vector<Listed> list_in(std::span<const LibraryFolder> folders, Shelf shelf);

}  // namespace gpumodel
