// The tables of `coalesce KERNEL`.
#pragma once

#include <string>

#include "src/app/coalesce/kernel_answer.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

std::string short_number(double value);  // four digits
// "66.67 %", "12.5 %", "100 %".
std::string fine_percent(double fraction);
// "2097152", "69.2 M": all digits below ten million.
std::string count_text(double count);
std::string bytes_text(double bytes);

// One row per shown access; no rows where there is none in that memory.
Table global_accesses(const CoalesceKernelAnswer& answer);
Table shared_accesses(const CoalesceKernelAnswer& answer);  // and constant memory
Table footprints(const CoalesceKernelAnswer& answer);
Table levels(const CoalesceKernelAnswer& answer);
Table instructions(const CoalesceKernelAnswer& answer);

}  // namespace gpumodel
