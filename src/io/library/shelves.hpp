// A library as a value: files by kind and name, wherever they are kept. Whoever reads by name is
// given one, so that several may be used side by side, from several threads.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "src/io/library/folders.hpp"
#include "src/io/library/shelf.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

class Shelves {
 public:
  Shelves() = default;
  virtual ~Shelves() = default;
  Shelves(const Shelves&) = delete;
  Shelves& operator=(const Shelves&) = delete;

  // Throws InputError: there is none such, or it is no text.
  virtual TextFile read(Shelf shelf, const std::string& name) const = 0;
  virtual std::vector<std::string> names(Shelf shelf) const = 0;
};

// What names mean on a command line: see locate.hpp.
const Shelves& searched_shelves();

// `devices`, `kernels`, ... below these folders, and nowhere else.
class FolderShelves : public Shelves {
 public:
  // `shown` stands in front of "devices/v100.yaml" in messages and documents.
  explicit FolderShelves(std::vector<LibraryFolder> roots) : roots_(std::move(roots)) {}
  TextFile read(Shelf shelf, const std::string& name) const override;
  std::vector<std::string> names(Shelf shelf) const override;

 private:
  std::vector<LibraryFolder> folders(Shelf shelf) const;
  std::vector<LibraryFolder> roots_;
};

// Texts in memory; nothing is read from anywhere. Each is found by what it says it is.
class TextShelves : public Shelves {
 public:
  // Throws InputError with every text that is no descriptor, or has the name of another.
  explicit TextShelves(std::vector<TextFile> texts);
  TextFile read(Shelf shelf, const std::string& name) const override;
  std::vector<std::string> names(Shelf shelf) const override;

 private:
  std::map<std::pair<Shelf, std::string>, TextFile> texts_;
};

}  // namespace gpumodel
