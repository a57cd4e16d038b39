#include "models/time/terms/transfer.hpp"

namespace gpumodel {
namespace {

TermId transfer_term(TermTree& tree, std::string_view name, Bytes volume, const Source& origin,
                     const Sourced<Seconds>& latency, const Sourced<BytesPerSecond>& bandwidth) {
  Workings& w = tree.workings();
  if (volume == Bytes{}) return tree.leaf(name, w.zero<Seconds>());
  return tree.leaf(
      name, w.number("a", latency) + w.formula("V", volume, origin) / w.number("b", bandwidth));
}

}  // namespace

TermId to_device_term(TermTree& tree, const Kernel& kernel, const Workload& work, const Gpu& gpu,
                      Ceiling ceiling) {
  return transfer_term(tree, "h2d", work.to_device, kernel.to_device_source, gpu.h2d_latency,
                       ceiling == Ceiling::peak ? gpu.h2d_bandwidth : gpu.h2d_sustained);
}

TermId to_host_term(TermTree& tree, const Kernel& kernel, const Workload& work, const Gpu& gpu,
                    Ceiling ceiling) {
  return transfer_term(tree, "d2h", work.to_host, kernel.to_host_source, gpu.d2h_latency,
                       ceiling == Ceiling::peak ? gpu.d2h_bandwidth : gpu.d2h_sustained);
}

}  // namespace gpumodel
