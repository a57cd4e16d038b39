// Files that lie beside another, a story or an exercise, come before those of the library.
#pragma once

#include "src/io/library/shelves.hpp"

namespace gpumodel {

class ShelvesBeside : public Shelves {
 public:
  explicit ShelvesBeside(const TextFile& file);
  TextFile read(Shelf shelf, const std::string& name) const override;
  std::vector<std::string> names(Shelf shelf) const override;

 private:
  std::string folder_, shown_;
};

}  // namespace gpumodel
