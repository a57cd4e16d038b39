// Recorded bars of accuracy for programs: as for kernels (bars.hpp), by set of the suite, and the
// largest loss of a sweep over chunk counts.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/validation/bars.hpp"
#include "models/validation/program_judge.hpp"

namespace gpumodel {

std::vector<std::string> program_bar_quantities();

// Points were predicted with `model`: bars of other models have no value.
std::vector<BarResult> judged_program_bars(std::span<const Bar> bars,
                                           std::span<const JudgedProgram> points,
                                           const Model& model);
std::vector<Bar> program_bars_of(std::span<const JudgedProgram> points, const Model& model);

}  // namespace gpumodel
