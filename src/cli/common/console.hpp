// Where a command talks to: results go to `out`, everything else to `err`.
#pragma once

#include <iosfwd>
#include <string>

#include "src/diagnostics/exit_code.hpp"

namespace gpumodel {

struct Console {
  std::ostream& out;
  std::ostream& err;
  bool out_color = false;
  bool err_color = false;
  double work = 1.0;  // --work-limit: see models/core/work_limit.hpp
};

// A line beside the results: "note: ...".
void tell(Console& console, const std::string& text);

}  // namespace gpumodel
