// The roofline of what is compared.
#pragma once

#include <optional>

#include "src/app/compare/compare.hpp"
#include "src/app/roofline/roofline.hpp"

namespace gpumodel {

// Of the kernels by the first model, on the devices that all of them have a time on. Nothing where
// there are none.
std::optional<RooflineAnswer> roofs_of(const CompareAnswer& answer);

}  // namespace gpumodel
