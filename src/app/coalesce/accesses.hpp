// The accesses asked about: parsed, bound, laid out and evaluated for the lanes of the
// warp.
#pragma once

#include "src/app/coalesce/ask.hpp"

namespace gpumodel {

// Fills accesses, layout, parameters, padding and warnings; place, rules, shape and base must be
// set. Throws InputError with every fault of the same stage (text, names, elements, addresses), and
// UsageError where options do not go together.
void add_accesses(const CoalesceAsk& ask, CoalesceAnswer& answer);

}  // namespace gpumodel
