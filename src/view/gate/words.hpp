// What all forms of a check's result say.
#pragma once

#include <string>

#include "src/app/gate/gate.hpp"

namespace gpumodel {

// Whether it counts against the run.
bool is_failure(const GateCheck& check, bool strict);
// "predicted 412 us, budget 300 us: dram".
std::string check_sentence(const GateCheck& check);
// "over budget", "slower than the baseline", "uncertain", "ok".
std::string verdict_text(const GateCheck& check, bool strict);

}  // namespace gpumodel
