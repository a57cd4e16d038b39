// The report of `validate --programs`: errors by set, sweeps over chunk counts, cases.
#pragma once

#include <span>

#include "src/app/validate/programs_answer.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page validate_programs_page(const ProgramsAnswer& answer);

// What `validate --programs --list` shows: cases that would be measured.
Page program_plan_page(std::span<const ProgramPoint> points);

}  // namespace gpumodel
