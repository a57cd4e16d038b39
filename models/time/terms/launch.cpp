#include "models/time/terms/launch.hpp"

namespace gpumodel {

TermId launch_term(TermTree& tree, const Gpu& gpu) {
  return tree.leaf("launch", "t = t_launch", estimate(gpu.launch_latency),
                   {operand("t_launch", gpu.launch_latency)}, Leaf::wait);
}

}  // namespace gpumodel
