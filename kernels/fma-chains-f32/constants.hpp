#pragma once

namespace gpumodel::fma_chains_f32 {

// x * a + b goes to 1 from above: no chain, and no sum of 8 of them, ever grows to 12345.678.
constexpr float a = 0.999F;
constexpr float b = 0.001F;

}  // namespace gpumodel::fma_chains_f32
