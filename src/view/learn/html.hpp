// The exercises as one page that needs no network.
#pragma once

#include "src/view/html/report.hpp"
#include "src/view/learn/page.hpp"

namespace gpumodel {

HtmlReport course_report(const PosedExercises& posed, const std::vector<CodeExercise>& code,
                         const std::string& engine);

}  // namespace gpumodel
