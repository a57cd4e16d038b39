// What copies cost: overlapped with the kernel, or left out.
#include "src/app/advise/kernel_edit.hpp"

namespace gpumodel {

void find_copies(const EditContext& of, std::vector<KernelEdit>& found) {
  if (of.now.prediction.time(of.now.prediction.transfers).si <= 0.0) return;
  found.push_back({.name = "streams",
                   .what = "copies and kernel in chunks on 3 streams",
                   .provided = "chunks do not depend on each other, and memory is pinned",
                   .streams = 3,
                   .basis = Basis::offload});
  found.push_back({.name = "data-region",
                   .what = "arrays stay on the device between launches",
                   .provided = "the host does not need them in between",
                   .data_stay = true,
                   .basis = Basis::offload});
}

}  // namespace gpumodel
