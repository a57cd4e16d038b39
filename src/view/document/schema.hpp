// The JSON Schema (draft-07) of a document, from the tables that write it.
#pragma once

#include <span>

#include "src/view/document/document.hpp"

namespace gpumodel {

// Of several documents of one name it holds for each.
Json schema_of(std::span<const AnyDocument* const> documents);
// Of a file that is written and read.
Json schema_of(std::string_view version, const AnyObject& file);

}  // namespace gpumodel
