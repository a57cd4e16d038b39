// Records as JSON text: one point per line, so that changes read well.
#pragma once

#include <string>

#include "models/validation/record.hpp"
#include "src/view/validate/record_values_json.hpp"

namespace gpumodel {

const Object<Environment>& environment_object();
const Object<GeneratedSet>& generated_set();
const Object<RecordedLaunch>& recorded_launch();
const Object<Record>& record_object();

// The whole file.
std::string record_text(const Record& record);

// Lines of an unfinished record, each with its end: the first, and one per point.
std::string partial_head(const Environment& environment);
std::string partial_line(const Point& point);

}  // namespace gpumodel
