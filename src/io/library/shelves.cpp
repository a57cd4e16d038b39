#include "src/io/library/shelves.hpp"

#include "src/io/library/locate.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {
namespace {

class SearchedShelves : public Shelves {
 public:
  TextFile read(Shelf shelf, const std::string& name) const override {
    const Located file = locate(shelf, name);
    return read_text_file(file.path, file.shown);
  }
  std::vector<std::string> names(Shelf shelf) const override {
    std::vector<std::string> all;
    for (const Listed& listed : list(shelf)) all.push_back(listed.name);
    return all;
  }
};

[[noreturn]] void refuse_name(const Shelves& shelves, Shelf shelf, const std::string& name) {
  const std::vector<std::string> known = shelves.names(shelf);
  const ShelfWords& words = words_of(shelf);
  Diagnostic fault{.id = words.unknown,
                   .message = "the library has no " + std::string(words.kind) + " '" + name + "'"};
  fault.hints = did_you_mean(name, known);
  std::string all = "known:";
  for (const std::string& each : known) all += " " + each;
  fault.hints.push_back(known.empty() ? "it has no " + std::string(words.folder) : all);
  throw InputError{{std::move(fault)}};
}

}  // namespace

const Shelves& searched_shelves() {
  static const SearchedShelves all;
  return all;
}

std::vector<LibraryFolder> FolderShelves::folders(Shelf shelf) const {
  const std::string name(words_of(shelf).folder);
  std::vector<LibraryFolder> all;
  for (const LibraryFolder& root : roots_) {
    all.push_back({root.path + "/" + name, root.shown + name + "/"});
  }
  return all;
}

TextFile FolderShelves::read(Shelf shelf, const std::string& name) const {
  const bool is_path = name.find('/') != std::string::npos;
  const auto file = is_path ? std::nullopt : find_in(folders(shelf), shelf, name);
  if (!file) refuse_name(*this, shelf, name);
  return read_text_file(file->path, file->shown);
}

std::vector<std::string> FolderShelves::names(Shelf shelf) const {
  std::vector<std::string> all;
  for (const Listed& listed : list_in(folders(shelf), shelf)) all.push_back(listed.name);
  return all;
}

TextShelves::TextShelves(std::vector<TextFile> texts) {
  std::vector<Diagnostic> faults;
  for (TextFile& text : texts) {
    try {
      const Node root = parse_yaml(text);
      const Shelf shelf = shelf_of(root, text);
      const Node& name = *value_of(root, words_of(shelf).kind);
      if (texts_.contains({shelf, name.text})) {
        Problems problems(text);
        problems.add("name-differs", name, "another text describes '" + name.text + "', too");
        problems.throw_if_any();
      }
      texts_.emplace(std::pair(shelf, name.text), std::move(text));
    } catch (const InputError& error) {
      faults.insert(faults.end(), error.found.begin(), error.found.end());
    }
  }
  if (!faults.empty()) throw InputError{std::move(faults)};
}

TextFile TextShelves::read(Shelf shelf, const std::string& name) const {
  const auto found = texts_.find({shelf, name});
  if (found == texts_.end()) refuse_name(*this, shelf, name);
  return found->second;
}

std::vector<std::string> TextShelves::names(Shelf shelf) const {
  std::vector<std::string> all;
  for (const auto& [key, text] : texts_) {
    if (key.first == shelf) all.push_back(key.second);
  }
  return all;
}

}  // namespace gpumodel
