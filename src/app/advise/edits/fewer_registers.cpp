// As many registers as one block more per SM allows.
#include "models/analysis/blocks_per_sm.hpp"
#include "models/occupancy/next_step.hpp"
#include "src/app/advise/edits/names.hpp"
#include "src/app/advise/kernel_edit.hpp"

namespace gpumodel {

void find_fewer_registers(const EditContext& of, std::vector<KernelEdit>& found) {
  const auto& shape = of.now.prediction.work.launch;
  const Node* stated = node_at(of.root, {"launch", "registers_per_thread"});
  const SmLimits* limits = find_limits(of.now.ask.gpu().compute_capability);
  if (!shape || !shape->registers_per_thread || stated == nullptr || limits == nullptr) return;
  const Ladder ladder = register_steps(*limits, resources_of(*shape, *limits, 0));
  if (ladder.steps.empty()) return;
  const std::string fewer = std::to_string(ladder.steps.front().at_most);
  TextEdit edit(of.file());
  if (!edit.replace(*stated, fewer)) return;
  found.push_back({.name = "registers",
                   .what = "at most " + fewer +
                           " registers per thread (--maxrregcount, or "
                           "__launch_bounds__)",
                   .provided = "the compiler need not spill",
                   .text = edit.apply()});
}

}  // namespace gpumodel
