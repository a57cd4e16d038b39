// Baselines of `gate` as files.
#pragma once

#include "src/io/gate/read_baseline.hpp"
#include "src/view/document/object.hpp"

namespace gpumodel {

const Object<Baseline>& baseline_object();
Json baseline_json(const Baseline& baseline);

}  // namespace gpumodel
