// Diagnostics for people: the fault, the place, the user's line, a caret, what was expected.
//
//   error[key-unknown]: unknown key 'bandwith' in 'dram'
//     --> devices/toy.yaml:7:3
//      |
//    7 |   bandwith: {value: 2 TB/s, from: datasheet}
//      |   ^^^^^^^^
//      = did you mean 'bandwidth'?
#pragma once

#include <iosfwd>

#include "src/diagnostics/diagnostic.hpp"

namespace gpumodel {

void render_diagnostic(std::ostream& out, const Diagnostic& diagnostic, bool color);

}  // namespace gpumodel
