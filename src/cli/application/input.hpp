// The standard input of an application that may run more than once: each run finds all of it.
#pragma once

#include "src/cli/application/run.hpp"
#include "src/cli/library/descriptor.hpp"

namespace gpumodel {

// From its beginning: of a file, or of what somebody has begun to write to a pipe before the first
// run, which is kept until its end; that has to come within the time limit. Not open where there is
// nothing: nobody waits for a terminal, or for a pipe in which nothing stands, and what is somebody
// else's gets no input. Throws InputError.
Descriptor input_of(const RunLimits& limits);

}  // namespace gpumodel
