// A sweep as curves on logarithmic axes: the time over one parameter, its interval as a band.
#pragma once

#include <iosfwd>

#include "src/app/sweep/answer.hpp"

namespace gpumodel {

// The parameter with the most values that is not a choice, else the one with the most, is the
// abscissa; each combination of the others is a curve. Of more than a dozen those that are fastest.
void sweep_svg(std::ostream& out, const SweepAnswer& answer);

}  // namespace gpumodel
