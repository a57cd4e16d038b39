// The JSON Schemas (draft-07) of all documents that the program writes and files that it reads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpumodel {

// In the order of the alphabet.
std::vector<std::string> schema_names();
// Of a name that there is.
std::string schema_text(std::string_view name);

}  // namespace gpumodel
