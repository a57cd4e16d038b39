// A script as the file that gpumodel-run-program reads: schema "gpumodel-script", version 1.
#pragma once

#include <nlohmann/json.hpp>
#include <span>

#include "models/timeline/program/script.hpp"

namespace gpumodel {

// `kernel_files`: the paths of the descriptors of script.kernels.
nlohmann::ordered_json to_json(const Script& script, std::span<const std::string> kernel_files);

}  // namespace gpumodel
