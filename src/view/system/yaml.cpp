#include "src/view/system/yaml.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/view/common/exact_quantity.hpp"
#include "src/view/common/yaml_text.hpp"

namespace gpumodel {
namespace {

template <class Q>
void write_value(std::ostream& out, std::size_t indent, std::string_view name,
                 const Sourced<Q>& value) {
  if (!value.is_known()) return;
  write_entry(
      out, indent, name,
      "value: " + unbroken(exact_quantity(value.si, Q::dim)) + ", " + source_text(value.source));
}

template <class X, class Y>
void write_curve(std::ostream& out, std::size_t indent, std::string_view name,
                 const Curve<X, Y>& curve) {
  if (curve.is_known()) write_curve(out, indent, name, curve, X::dim, Y::dim);
}

// One row holds for any number of devices: a number.
void write_shared(std::ostream& out, std::string_view name, const BandwidthByCount& rates) {
  if (rates.points.size() != 1) return write_curve(out, 0, name, rates);
  write_value(out, 0, name, Sourced<BytesPerSecond>{rates.points.front().y, rates.source});
}

void write_wires(std::ostream& out, const PeerLink& link) {
  constexpr std::size_t indent = 4;
  write_value(out, indent, "bandwidth", link.bandwidth);
  write_value(out, indent, "both_ways", link.both_ways);
  write_value(out, indent, "latency", link.latency);
  write_value(out, indent, "queued", link.queued);
  write_value(out, indent, "issue", link.issue);
  write_value(out, indent, "record", link.record);
  write_value(out, indent, "wait", link.wait);
}

template <class Q>
bool equal(const Sourced<Q>& a, const Sourced<Q>& b) {
  return a.is_known() == b.is_known() && (!a.is_known() || a.si == b.si) &&
         a.source.from == b.source.from && a.source.factor == b.source.factor &&
         a.source.note == b.source.note;
}

bool equal_wires(const PeerLink& a, const PeerLink& b) {
  return equal(a.bandwidth, b.bandwidth) && equal(a.both_ways, b.both_ways) &&
         equal(a.latency, b.latency) && equal(a.queued, b.queued) && equal(a.issue, b.issue) &&
         equal(a.record, b.record) && equal(a.wait, b.wait);
}

// Every pair of devices has the same link.
bool all_alike(const System& system) {
  const std::size_t devices = system.devices.size();
  return system.links.size() == devices * (devices - 1) &&
         std::ranges::all_of(system.links, [&](const PeerLink& link) {
           return equal_wires(link, system.links.front());
         });
}

// A file states a link once for both directions.
void write_links(std::ostream& out, const System& system) {
  if (system.links.empty()) return;
  out << "links:\n";
  if (all_alike(system)) {
    out << "  all:\n";
    write_wires(out, system.links.front());
    return;
  }
  for (const PeerLink& link : system.links) {
    if (link.from > link.to) continue;
    out << fmt::format("  - between: [{}, {}]\n", link.from, link.to);
    write_wires(out, link);
  }
}

void write_all_reduces(std::ostream& out, const System& system) {
  if (system.all_reduces.empty()) return;
  out << "all_reduce:\n";
  for (const AllReduce& sum : system.all_reduces) {
    out << "  - devices: " << sum.devices << '\n';
    write_value(out, 4, "latency", sum.latency);
    write_value(out, 4, "bandwidth", sum.bandwidth);
    write_curve(out, 4, "by_size", sum.by_size);
    write_value(out, 4, "issue", sum.issue);
  }
}

}  // namespace

void write_system_yaml(std::ostream& out, const System& system, const std::string& comment) {
  write_comment(out, comment);
  out << "system: " << system.id << "\nname: " << quoted(system.name) << '\n';
  if (!system.summary.empty()) out << "summary: " << quoted(system.summary) << '\n';
  out << fmt::format("devices: [{}]\n", fmt::join(system.devices, ", "));
  if (!system.host.empty()) out << "host: " << system.host << '\n';
  write_value(out, 0, "port", system.port);
  write_value(out, 0, "synchronise", system.synchronise);
  write_shared(out, "host_to_devices", system.host_to_devices);
  write_shared(out, "devices_to_host", system.devices_to_host);
  write_links(out, system);
  write_all_reduces(out, system);
}

}  // namespace gpumodel
