// Documents of comparisons.
#pragma once

#include "src/app/compare/compare.hpp"
#include "src/app/compare/files.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

const Document<CompareAnswer>& compare_document();
const Document<FilesAnswer>& compare_files_document();
const Object<TermMove>& term_move_object();

// All that a comparison was made from.
std::vector<InputFile> compared_files(const CompareAnswer& answer);
Json compare_json(const CompareAnswer& answer);
Json compare_files_json(const FilesAnswer& answer, int exit_code);

}  // namespace gpumodel
