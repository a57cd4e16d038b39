// What a library holds, by kind: a shelf for each.
#pragma once

#include <string>
#include <string_view>

#include "src/io/text/yaml_tree.hpp"

namespace gpumodel {

enum class Shelf { devices, kernels, programs, systems };

struct ShelfWords {
  std::string_view folder, kind, path_variable, unknown;  // the last: an id of a diagnostic
};
const ShelfWords& words_of(Shelf shelf);

// Of a descriptor, going by its keys: 'kernel: saxpy' stands on that of kernels. Throws InputError
// where it is none.
Shelf shelf_of(const Node& root, const TextFile& text);

struct Located {
  std::string path;
  std::string shown;  // as given by the user, or "devices/v100.yaml" for what a library holds
};

struct Listed {
  std::string name;
  Located file;
};

}  // namespace gpumodel
