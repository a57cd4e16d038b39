// A source of an application in OpenACC that says, before each region, what its variables are.
#pragma once

#include <string>
#include <vector>

#include "src/describe/front/compile.hpp"
#include "src/describe/regions/announcement.hpp"

namespace gpumodel::describe {

// Writes it into the file `to`; lines stay as they are. `number`: of the source, among those of the
// application. Returns what was announced. Throws Failure where it does not compile.
std::vector<Announcement> write_announced(const CompileRequest& request, unsigned number,
                                          const std::string& to);

}  // namespace gpumodel::describe
