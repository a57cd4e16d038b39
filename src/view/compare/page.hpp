// Comparisons as pages.
#pragma once

#include "src/app/compare/compare.hpp"
#include "src/app/compare/files.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page compare_page(const CompareAnswer& answer);
// `terms`: which term moved by how much.
Page compare_files_page(const FilesAnswer& answer, bool terms);

// Of terms that moved, the largest first.
Table term_moves_table(const std::vector<TermMove>& moves, std::string caption);

}  // namespace gpumodel
