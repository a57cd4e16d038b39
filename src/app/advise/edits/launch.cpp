// The best block that the first screen of `predict` finds; `tune` looks at all.
#include "src/app/advise/kernel_edit.hpp"

namespace gpumodel {

void find_launch(const EditContext& of, std::vector<KernelEdit>& found) {
  for (const NextStep& step : of.now.next) {
    if (step.overrides.empty()) continue;
    found.push_back({.name = "launch", .what = step.what, .overrides = step.overrides});
    return;
  }
}

}  // namespace gpumodel
