// The best launch for people: the choice, what ties with it, what each parameter is worth.
#pragma once

#include "src/app/tune/tune.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page tune_page(const TuneAnswer& answer);

// "gpumodel predict jacobi2d --device h200 -D bx=64 -D by=8".
std::string command_of(const TuneAnswer& answer, const SweepPoint& point);

}  // namespace gpumodel
