// A sweep for people: few points one by one, the best of each device, where limits change.
#pragma once

#include "src/app/sweep/answer.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page sweep_page(const SweepAnswer& answer);

}  // namespace gpumodel
