// The hardware counters of one launch as members of a record.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace gpumodel {

// Both functions queue work in the current CUDA context; the first runs before every pass. Null,
// and the reason, where nothing can be counted: "denied: ..." where an administrator could change
// that.
nlohmann::ordered_json count_launch(const std::function<void()>& before_pass,
                                    const std::function<void()>& launch, std::string& why_not);

}  // namespace gpumodel
