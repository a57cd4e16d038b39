// Comparisons as one page of HTML each.
#pragma once

#include <iosfwd>

#include "src/app/compare/compare.hpp"
#include "src/app/compare/files.hpp"
#include "src/app/roofline/roofline.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

// `roofs`: of the kernels that are compared; none: there is nothing to draw.
void compare_html(std::ostream& out, const CompareAnswer& answer,
                  const std::optional<RooflineAnswer>& roofs, const Page& page);
void compare_files_html(std::ostream& out, const FilesAnswer& answer, const Page& page);

}  // namespace gpumodel
