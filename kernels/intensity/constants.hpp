#pragma once

namespace gpumodel::intensity {

// v * factor + summand grows towards 250, so slowly that thousands of rounds can be told apart.
constexpr float factor = 0.999F;
constexpr float summand = 0.25F;

}  // namespace gpumodel::intensity
