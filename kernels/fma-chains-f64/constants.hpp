#pragma once

namespace gpumodel::fma_chains_f64 {

// x * a + b goes to 1 from above: no chain, and no sum of 8 of them, ever grows to 12345.678.
constexpr double a = 0.999;
constexpr double b = 0.001;

}  // namespace gpumodel::fma_chains_f64
