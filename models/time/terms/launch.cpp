#include "models/time/terms/launch.hpp"

namespace gpumodel {

TermId launch_term(TermTree& tree, const Gpu& gpu) {
  return tree.leaf("launch", tree.workings().number("t_launch", gpu.launch_latency), Leaf::wait);
}

}  // namespace gpumodel
