// Checks of budgets as documents.
#pragma once

#include "src/app/gate/gate.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

const Document<GateAnswer>& gate_document();
Json gate_json(const GateAnswer& answer, int exit_code);
// A check to a line.
std::string gate_lines(const GateAnswer& answer);
// SARIF 2.1.0, as code scanning takes it.
Json gate_sarif(const GateAnswer& answer, bool strict);

}  // namespace gpumodel
