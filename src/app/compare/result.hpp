// Predictions as results that can be compared.
#pragma once

#include "src/app/predict/predict.hpp"
#include "src/app/program/answer.hpp"
#include "src/io/result/read_results.hpp"

namespace gpumodel {

StoredResult result_of(const PredictAnswer& answer);
StoredResult result_of(const ProgramAnswer& answer);

}  // namespace gpumodel
