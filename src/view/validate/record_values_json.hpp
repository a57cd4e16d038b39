// The parts that records of kernels and of programs share, for machines.
#pragma once

#include <string>
#include <vector>

#include "models/validation/record.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

const Object<Timing>& timing_object();
const Object<RecordedClocks>& clocks_object();
const Object<RecordedDevice>& recorded_device();
const Object<RecordedHost>& recorded_host();
// "name": value for every parameter.
ByName named(const std::vector<ParameterValue>& parameters);

// A field per line, and an item per line of those that are lists, so that changes read well.
std::string lines_of(const Json& file);

}  // namespace gpumodel
