// Statistics of errors by their names, as bars keep them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/validation/error_statistics.hpp"

namespace gpumodel {

// What following the predicted best chunk count costs at most; not one of ErrorStatistics.
inline constexpr std::string_view sweep_loss_quantity = "max_sweep_loss";

std::vector<std::string> error_quantities();
// Nothing without points, or for another name.
std::optional<double> error_quantity(std::string_view name, const ErrorStatistics& errors);
// Whether less of it is better; shares and numbers of points must not shrink.
bool is_at_most(std::string_view quantity);

}  // namespace gpumodel
