#include "models/time/terms/transfer.hpp"

#include <vector>

namespace gpumodel {
namespace {

TermId copy_leaf(TermTree& tree, std::string_view name, Bytes volume, const Source& origin,
                 const HostLinkNumbers& link, Ceiling ceiling) {
  Workings& w = tree.workings();
  return tree.leaf(name, pinned_copy(w.formula("V", volume, origin), link, ceiling).time(w));
}

}  // namespace

HostLinkNumbers host_link(const Gpu& gpu, bool to_device) {
  const LinkParameters& link = gpu.machine.link;
  if (to_device) {
    return {gpu.h2d_sustained,       gpu.h2d_bandwidth,     gpu.h2d_latency,
            link.h2d_host_latency,   link.h2d_issue,        link.h2d_queued,
            link.h2d_queued_by_size, link.h2d_both_by_size, link.h2d_host_by_size};
  }
  return {gpu.d2h_sustained,       gpu.d2h_bandwidth,     gpu.d2h_latency,
          link.d2h_host_latency,   link.d2h_issue,        link.d2h_queued,
          link.d2h_queued_by_size, link.d2h_both_by_size, link.d2h_host_by_size};
}

Worked<Bytes> counted(const BandwidthByBytes& by_size, Worked<Bytes> bytes) {
  return is_small(by_size, bytes.value())
             ? bytes.in().place("v", by_size, Bytes{by_size.points.front().x})
             : bytes;
}

Worked<Seconds> at_rate_by_size(Worked<Bytes> bytes, const BandwidthByBytes& by_size) {
  const Worked<Bytes> all = counted(by_size, bytes);
  return all / bytes.in().read("b", by_size, all.value());
}

Worked<Seconds> PinnedCopy::time(Workings& w) const {
  WorkedSum<Seconds> sum(w);
  if (latency) sum.add(*latency);
  if (work) sum.add(*work);
  return sum.value();
}

PinnedCopy pinned_copy(Worked<Bytes> bytes, const HostLinkNumbers& link, Ceiling ceiling) {
  Workings& w = bytes.in();
  if (bytes.value() == Bytes{}) return {};
  if (ceiling == Ceiling::peak) {
    return {w.number("a", link.latency), bytes / w.number("b", link.peak)};
  }
  if (!link.by_size.is_known()) {
    return {w.number("a", link.queued_or_alone()), bytes / w.number("b", link.rate)};
  }
  const Worked<Seconds> time = at_rate_by_size(bytes, link.by_size);
  if (is_small(link.by_size, bytes.value())) return {time, std::nullopt};
  return {std::nullopt, time};
}

TermId transfer_term(TermTree& tree, const Kernel& kernel, std::span<const Number> values,
                     const Workload& work, const Gpu& gpu, bool to_device, Ceiling ceiling) {
  const std::string_view name = to_device ? "h2d" : "d2h";
  const HostLinkNumbers link = host_link(gpu, to_device);
  const std::vector<std::size_t>& arrays = to_device ? kernel.to_device : kernel.to_host;
  const auto leaf = [&](std::string_view of, std::size_t index) {
    const Array& array = kernel.arrays[index];
    return copy_leaf(tree, of, array_bytes(array, values), array.source, link, ceiling);
  };
  if (ceiling == Ceiling::peak || arrays.empty()) {
    return copy_leaf(tree, name, to_device ? work.to_device : work.to_host,
                     to_device ? kernel.to_device_source : kernel.to_host_source, link, ceiling);
  }
  if (arrays.size() == 1) return leaf(name, arrays.front());
  std::vector<TermId> parts;
  for (const std::size_t index : arrays) parts.push_back(leaf(kernel.arrays[index].name, index));
  return tree.combine(name, Combine::sum, parts);
}

}  // namespace gpumodel
