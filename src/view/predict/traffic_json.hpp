// What a kernel's accesses move, as JSON: parts of the documents of `predict` and `coalesce`.
#pragma once

#include "models/time/prediction.hpp"
#include "src/view/common/json.hpp"

namespace gpumodel {

// Bytes per level; null where only counts are known.
Json traffic_json(const Prediction& prediction);
// One object per access of the thread program, averages over the launch; null without one.
Json accesses_json(const Kernel& kernel, const Prediction& prediction);
Json accesses_json(const Kernel& kernel, const KernelAnalysis& analysis);

}  // namespace gpumodel
