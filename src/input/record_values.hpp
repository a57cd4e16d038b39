// The parts of a record as values; for read_record.cpp.
#pragma once

#include "models/validation/record.hpp"
#include "src/input/json_file.hpp"

namespace gpumodel {

// Throw JsonFault.
Environment environment_of(JsonObject fields);
Point point_of(JsonObject fields);

}  // namespace gpumodel
