// The JSON Schemas of the files that are read, made from the tables of their readers.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace gpumodel {

struct FileSchema {
  std::string_view name;
  std::string (*text)();
};

// Sorted by name.
std::span<const FileSchema> file_schemas();

}  // namespace gpumodel
