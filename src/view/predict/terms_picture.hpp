// The terms of a time as bars.
#pragma once

#include "models/core/term.hpp"
#include "src/view/picture/picture.hpp"

namespace gpumodel {

// A row for each term below `root`, indented below what it is part of. Bars are shares of the
// whole; those of parts that run side by side add up to more.
Picture terms_picture(const TermTree& terms, TermId root, const std::string& title,
                      const std::string& settings);

}  // namespace gpumodel
