// Threads of the runtime's own, which wait from one kernel to the next.
#pragma once

#include <functional>

namespace gpumodel::record {

// `act` on this thread and, at once, on as many others as there are further cores. One caller at a
// time.
void work_together(unsigned cores, const std::function<void()>& act);

}  // namespace gpumodel::record
