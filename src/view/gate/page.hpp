// Checks of budgets for people, and in the formats of those who collect checks.
#pragma once

#include <iosfwd>

#include "src/app/gate/gate.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page gate_page(const GateAnswer& answer, bool strict);
// JUnit XML, as test reports of CI systems take it.
void write_junit(std::ostream& out, const GateAnswer& answer, bool strict);
// Commands of GitHub Actions, one line each: annotations beside the changed lines.
void write_annotations(std::ostream& out, const GateAnswer& answer, bool strict);

}  // namespace gpumodel
