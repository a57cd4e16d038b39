// Points of records that measured what was predicted.
#pragma once

#include <string>

#include "models/validation/record.hpp"
#include "src/app/predict/predict.hpp"

namespace gpumodel {

// The file of the library that describes the device of a record; empty: none does.
std::string described_device(const RecordedDevice& device);

// Whether these are the values of all of the parameters.
bool are_values(const std::vector<ParameterValue>& recorded,
                const std::vector<Parameter>& parameters, const std::vector<Number>& values);

// Whether parameters have the values of "n=8192" and the like; there may be others.
bool has_values(const std::vector<ParameterValue>& recorded,
                const std::vector<std::string>& definitions);

// Whether the point has a time of the kernel with the values of the prediction, and its start of
// L2.
bool measures(const Point& point, const PredictAnswer& answer);

}  // namespace gpumodel
