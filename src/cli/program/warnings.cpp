#include "src/cli/program/warnings.hpp"

#include "src/view/common/diagnostics_text.hpp"

namespace gpumodel {

void report_warnings(Console& console, const ProgramAnswer& answer) {
  for (const Diagnostic& d : answer.warnings()) {
    render_diagnostic(console.err, d, console.err_color);
  }
}

}  // namespace gpumodel
