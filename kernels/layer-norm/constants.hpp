#pragma once

namespace gpumodel::layer_norm {

constexpr float eps = 1e-5F;  // added to the variance

}  // namespace gpumodel::layer_norm
