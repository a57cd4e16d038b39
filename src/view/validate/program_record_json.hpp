// Records of programs as JSON text: one point per line, so that changes read well.
#pragma once

#include <string>

#include "models/validation/program_record.hpp"
#include "src/view/validate/record_values_json.hpp"

namespace gpumodel {

const Object<ProgramEnvironment>& program_environment();
const Object<ProgramRecord>& program_record_object();
// What a point is, without what was measured: set, program, parameters, counts, GPUs.
const Object<ProgramPoint>& settings_object();
// The same of points that differ in their chunk count.
const Object<ProgramPoint>& sweep_settings();

// The whole file.
std::string record_text(const ProgramRecord& record);

// Lines of an unfinished record, each with its end: the first, and one per point.
std::string partial_head(const ProgramEnvironment& environment);
std::string partial_line(const ProgramPoint& point);

}  // namespace gpumodel
