// A sweep for people: few points one by one, the best of each device, where limits change.
#pragma once

#include "src/app/sweep/answer.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page sweep_page(const SweepAnswer& answer);

// "bx=64 by=8" of the axes that have several values, or of all.
std::string combination_text(const SweepPlan& plan, const SweepPoint& point, bool choices_only);

}  // namespace gpumodel
