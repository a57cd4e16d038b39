// `coalesce` for people: how much of what moves is used, which bytes of which sectors, what other
// strides would do, and what to change.
#pragma once

#include <iosfwd>

#include "src/app/coalesce/answer.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page coalesce_page(const CoalesceAnswer& answer);

// The first line of the page.
std::string coalesce_headline(const CoalesceAnswer& answer);

}  // namespace gpumodel
