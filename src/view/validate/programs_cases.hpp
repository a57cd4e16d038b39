// Cases of measured programs as tables: what differs between them has a column.
#pragma once

#include <span>

#include "src/app/validate/programs_answer.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

// What the cases differ in, such as "iters=16, 2 streams"; all of them are of one program.
std::vector<std::string> differing_settings(std::span<const ProgramPoint> points);

// A table for each program of each set, with the time of every case.
std::vector<Table> case_tables(const ProgramsAnswer& answer);
// Every case, for CSV only.
Table case_list(const ProgramsAnswer& answer);

}  // namespace gpumodel
