// Where the registers of a dataflow begin: at the step that sets them, or, where steps of several
// branches or rounds use them, with 0 in front of all of these.
#pragma once

#include "models/kernel/thread/dataflow/dataflow.hpp"

namespace gpumodel {

// Fills FlowStep::begins and FlowStep::sets_first, and says in which loops and branches threads
// meet.
void place_registers(Dataflow& flow);

}  // namespace gpumodel
