// What `validate --list` shows: points that would be measured.
#pragma once

#include <span>

#include "models/validation/record.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

Page plan_page(std::span<const Point> points);

}  // namespace gpumodel
