// Where programs lie: those that come with this one, and those of the system.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gpumodel {

// "gpumodel-run-cuda": in $GPUMODEL_RUNNER_PATH, beside this program, in ../libexec/gpumodel.
std::optional<std::string> find_runner(const std::string& name);

// On PATH, then in other folders.
std::optional<std::string> find_on_path(const std::string& name,
                                        const std::vector<std::string>& others = {});

}  // namespace gpumodel
