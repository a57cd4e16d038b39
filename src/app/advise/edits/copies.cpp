// What copies cost: of pinned memory, overlapped with the kernel, or left out.
#include "models/timeline/program/costs.hpp"
#include "src/app/advise/kernel_edit.hpp"

namespace gpumodel {
namespace {

// Copies as the driver makes them of memory from malloc, one after the other, and the kernel: it
// waits for the last of the copies there, which the host is back from before it has arrived.
Estimate<Seconds> with_pageable_copies(const EditContext& of) {
  const Kernel& kernel = of.kernel();
  const auto bytes = [&](std::size_t array) {
    return array_bytes(kernel.arrays[array], of.now.values()).si;
  };
  double all = 0.0;
  for (const auto* arrays : {&kernel.to_device, &kernel.to_host}) {
    for (const std::size_t array : *arrays) all += bytes(array);
  }
  Estimate<Seconds> time = of.now.prediction.terms[of.now.prediction.kernel].time;
  Workings w;
  for (const bool to_device : {true, false}) {
    const auto& arrays = to_device ? kernel.to_device : kernel.to_host;
    for (const std::size_t array : arrays) {
      const PageableCopy copy{.to_device = to_device, .bytes = bytes(array), .of_all = all};
      const CopyCosts costs = pageable_costs(w, of.now.ask.gpu(), copy);
      time = time + (costs.latency + costs.work).estimate();
      if (array == arrays.back()) time = time + costs.tail.estimate();
    }
  }
  return time;
}

void find_pinned(const EditContext& of, std::vector<KernelEdit>& found) {
  if (of.now.ask.model->ceiling != Ceiling::sustained) return;  // sheets know one rate
  KernelEdit edit{.name = "pinned",
                  .what =
                      "host memory of what is copied pinned (cudaMallocHost), as all other "
                      "times here take it to be",
                  .provided = "it is pageable now, from malloc or new",
                  .basis = Basis::offload};
  try {
    edit.pageable = with_pageable_copies(of);
  } catch (const UnknownInput& unknown) {
    edit.why_not = "the device file does not say " + unknown.key + ": what pageable copies take";
  }
  found.push_back(std::move(edit));
}

}  // namespace

void find_copies(const EditContext& of, std::vector<KernelEdit>& found) {
  if (of.now.prediction.time(of.now.prediction.transfers).si <= 0.0) return;
  find_pinned(of, found);
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
