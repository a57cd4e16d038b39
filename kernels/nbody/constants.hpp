#pragma once

namespace gpumodel::nbody {

// Softens the forces of close bodies, and of a body on itself to 0.
constexpr float eps2 = 0.01F;

}  // namespace gpumodel::nbody
