// The report on a predicted program as one page of HTML.
#pragma once

#include <iosfwd>

#include "src/app/program/answer.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

void program_html(std::ostream& out, const ProgramAnswer& answer, const Page& page);

}  // namespace gpumodel
