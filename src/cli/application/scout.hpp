// A run ahead of the one that is predicted: an application that asks for the time between its
// launches says one kernel after the other, and what all of them leave open is counted at once.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "src/app/application/recording.hpp"
#include "src/cli/application/application.hpp"
#include "src/cli/application/build.hpp"

namespace gpumodel {

// What the application does where its own clocks go on and nothing is executed, as far as it comes
// within its limits. `answer`: of what it asks about its kernels.
std::unique_ptr<const RecordedRun> scout(
    const ApplicationAsk& what, const ProgramAsk& ask, const BuiltApplication& built,
    const TemporaryFolder& folder,
    const std::function<std::optional<std::string>(const ApplicationRecord&)>& answer);

}  // namespace gpumodel
