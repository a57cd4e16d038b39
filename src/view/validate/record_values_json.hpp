// The parts that records of kernels and of programs share, as JSON.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/validation/record.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {

Json timing_json(const std::optional<Timing>& time);
Json clocks_json(const std::optional<RecordedClocks>& clocks);
Json device_json(const RecordedDevice& device);
Json host_json(const RecordedHost& host);
// "name": value for every parameter.
Json parameters_json(const std::vector<ParameterValue>& parameters);

// A whole record: one point per line.
std::string record_file_text(std::string_view schema, int version, const Json& environment,
                             std::span<const Json> points);

}  // namespace gpumodel
