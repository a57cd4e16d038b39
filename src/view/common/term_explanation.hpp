// The arithmetic behind a term, line by line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/core/term.hpp"

namespace gpumodel {

// Of the term and its parts: equation, numbers put in, result, then one line per operand with its
// origin and note. `path` stands in front of its name: "kernel/body/".
void append_explanation(const TermTree& tree, TermId id, std::string_view path,
                        std::vector<std::string>& lines);

// The same of a time that stands in no tree.
void append_equation(const Workings& workings, NodeId time, std::size_t indent,
                     std::vector<std::string>& lines);

}  // namespace gpumodel
