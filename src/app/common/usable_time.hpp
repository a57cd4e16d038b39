// The one gate of predicted times on their way into an answer.
#pragma once

#include <string>

#include "models/core/estimate.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

// Throws InputError unless the time and both ends of its interval are finite. A kernel may take no
// time by a model that does not know what it does (the textbook's, of shared memory).
void require_usable(const Estimate<Seconds>& kernel, const TextFile& text);
// The same of a program, which must take some time, too.
void require_usable(double program_s, const TextFile& text);

}  // namespace gpumodel
