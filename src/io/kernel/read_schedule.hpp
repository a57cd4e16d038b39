// The levels of the loops of an OpenACC nest: schedule: {i: gang, j: [worker, vector]}.
#pragma once

#include "models/kernel/openacc/schedule.hpp"
#include "src/io/fields/schema_writer.hpp"
#include "src/io/text/mapping.hpp"

namespace gpumodel {

// Sets `levels` of the loops of `schedule.nest`; `collapse` is known.
void read_levels(const Node& node, OpenAccSchedule& schedule, Problems& problems);

std::string schema_of_levels(SchemaWriter& writer);

}  // namespace gpumodel
