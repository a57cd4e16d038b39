// What `predict` and `overlap` say about a program.
#pragma once

#include "src/app/program/answer.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

// "jacobi on NVIDIA H200: 12.3 ms  (11.8 ... 12.9 ms)"
std::string program_headline(const ProgramAnswer& answer);

// Total, critical path, engines, what would help.
Page program_page(const ProgramAnswer& answer);
// The best chunk count, the timeline, the times of other chunk counts.
Page overlap_page(const ProgramAnswer& answer);

}  // namespace gpumodel
