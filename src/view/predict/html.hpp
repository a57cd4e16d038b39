// The report on a predicted kernel as one page of HTML.
#pragma once

#include <iosfwd>

#include "src/app/report/report.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

void predict_html(std::ostream& out, const PredictAnswer& answer, const PredictReport& report,
                  const Page& page);

}  // namespace gpumodel
