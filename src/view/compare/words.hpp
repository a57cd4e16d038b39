// What pages and documents of comparisons both say.
#pragma once

#include <string>

#include "src/app/compare/compare.hpp"
#include "src/app/compare/files.hpp"

namespace gpumodel {

// Of a kernel its limiting term, of a program the longest part of its critical path.
std::string bound_text(const CompareRow& row);
// Why there is no time.
std::string reason_text(const CompareRow& row);
// Why two results are not compared; "device: h200, v100".
std::string difference_text(const ResultPair& pair, const FilesAsk& ask);
// The parameters and the cache of a result, as people write them; empty: none.
std::string setting_text(const ResultKey& key);

}  // namespace gpumodel
