#include "src/view/system/list_page.hpp"

#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

std::string device_names(const System& system) {
  std::string text;
  for (const std::string& device : system.devices) text += (text.empty() ? "" : ", ") + device;
  return text;
}

template <class Q>
Cell value_cell(const Sourced<Q>& value) {
  if (!value.is_known()) return {"-", "unknown"};
  return {format_quantity(value.si, Q::dim), raw_number(value.si)};
}
Cell time_cell(const Sourced<Seconds>& time) {
  if (!time.is_known()) return {"-", "unknown"};
  return {format_time(Seconds{time.si}), raw_number(time.si)};
}

Table link_table(const System& system) {
  Table table;
  table.caption = "links, each in its direction";
  table.columns = {{"from", "from", true},
                   {"to", "to", true},
                   {"bandwidth", "bandwidth_bytes_per_s", true},
                   {"both ways", "both_ways_bytes_per_s", true},
                   {"latency", "latency_s", true},
                   {"queued", "queued_s", true},
                   {"source", "source"}};
  for (const PeerLink& link : system.links) {
    table.rows.push_back({{std::to_string(link.from)},
                          {std::to_string(link.to)},
                          value_cell(link.bandwidth),
                          value_cell(link.both_ways),
                          time_cell(link.latency),
                          time_cell(link.queued),
                          {std::string(to_string(link.bandwidth.source.from))}});
  }
  return table;
}

Table host_table(const System& system) {
  Table table;
  table.caption = "what the host needs for a copy, an event and a wait for it";
  table.columns = {{"from", "from", true},
                   {"to", "to", true},
                   {"issue", "issue_s", true},
                   {"record", "record_s", true},
                   {"wait", "wait_s", true}};
  for (const PeerLink& link : system.links) {
    if (!link.issue.is_known() && !link.record.is_known() && !link.wait.is_known()) continue;
    table.rows.push_back({{std::to_string(link.from)},
                          {std::to_string(link.to)},
                          time_cell(link.issue),
                          time_cell(link.record),
                          time_cell(link.wait)});
  }
  return table;
}

const Source& source_of(const AllReduce& sum) {
  return sum.by_size.is_known() ? sum.by_size.source : sum.bandwidth.source;
}

std::string rows_text(const SourcedCurve& curve, Dim x) {
  std::string text;
  for (const CurvePoint& point : curve.points) {
    text += (text.empty() ? "" : ", ") + format_quantity(point.x, x) + ": " +
            format_quantity(point.y, BytesPerSecond::dim);
  }
  return text;
}

std::vector<std::string> all_reduce_lines(const System& system) {
  std::vector<std::string> lines;
  for (const AllReduce& sum : system.all_reduces) {
    if (!sum.by_size.is_known()) continue;
    lines.push_back("an all-reduce on " + std::to_string(sum.devices) + " devices by size");
    append_wrapped(lines, "  ", rows_text(sum.by_size, Bytes::dim));
  }
  return lines;
}

Table all_reduce_table(const System& system) {
  Table table;
  table.caption = "an all-reduce: latency + bytes / bandwidth, or bytes / rate by size";
  table.columns = {{"devices", "devices", true},
                   {"latency", "latency_s", true},
                   {"bandwidth", "bandwidth_bytes_per_s", true},
                   {"issue", "issue_s", true},
                   {"source", "source"}};
  for (const AllReduce& sum : system.all_reduces) {
    table.rows.push_back({{std::to_string(sum.devices)},
                          time_cell(sum.latency),
                          value_cell(sum.bandwidth),
                          time_cell(sum.issue),
                          {std::string(to_string(source_of(sum).from))}});
  }
  return table;
}

std::string shared_text(const System& system) {
  std::string text;
  const auto add = [&](const char* what, const Sourced<BytesPerSecond>& rate) {
    if (!rate.is_known()) return;
    text += std::string("\n") + what + ": " + format_quantity(rate.si, BytesPerSecond::dim) + " (" +
            std::string(to_string(rate.source.from)) + ")";
  };
  add("one device to all others together", system.port);
  if (system.synchronise.is_known()) {
    text += "\nto see that a device is idle: " + format_time(Seconds{system.synchronise.si}) +
            " (" + std::string(to_string(system.synchronise.source.from)) + ")";
  }
  const auto add_shared = [&](const char* what, const BandwidthByCount& rates) {
    if (rates.points.size() == 1) {
      return add(what, Sourced<BytesPerSecond>{rates.points.front().y, rates.source});
    }
    if (!rates.is_known()) return;
    text += std::string("\n") + what + ", by their number: " + rows_text(rates, Count::dim) + " (" +
            std::string(to_string(rates.source.from)) + ")";
  };
  add_shared("all devices from the host together", system.host_to_devices);
  add_shared("all devices to the host together", system.devices_to_host);
  return text;
}

}  // namespace

Page system_list_page(const std::vector<SystemFile>& systems) {
  Table table;
  table.columns = {{"system", "system"},
                   {"GPUs", "count", true},
                   {"host", "host"},
                   {"what it is", "summary"},
                   {"", "devices"}};
  for (const SystemFile& file : systems) {
    const System& system = file.system;
    table.rows.push_back({{system.id},
                          {std::to_string(system.devices.size())},
                          {system.host.empty() ? "-" : system.host},
                          {system.summary},
                          {"", device_names(system)}});
  }
  Page page;
  page.blocks.emplace_back(Paragraph{counted(systems.size(), "system")});
  page.blocks.emplace_back(std::move(table));
  return page;
}

Page system_file_page(const SystemFile& file) {
  const System& system = file.system;
  Page page;
  page.blocks.emplace_back(
      Paragraph{system.id + (system.summary.empty() ? "" : ": " + system.summary) + "\n" +
                file.text.shown + "\ndevices: " + device_names(system) +
                (system.host.empty() ? "" : "; host: " + system.host) + shared_text(system)});
  if (!system.links.empty()) page.blocks.emplace_back(link_table(system));
  if (Table host = host_table(system); !host.rows.empty())
    page.blocks.emplace_back(std::move(host));
  if (!system.all_reduces.empty()) page.blocks.emplace_back(all_reduce_table(system));
  std::vector<std::string> by_size = all_reduce_lines(system);
  if (!by_size.empty()) page.blocks.emplace_back(Preformatted{std::move(by_size)});
  return page;
}

namespace {

constexpr std::string_view systems_description =
    "The library of systems, or one of them with what its file states. Base SI units; a field that "
    "does not apply is null.";

const Object<SourcedValue>& value_object() {
  static const Object<SourcedValue> table("value", "null: the file does not state it",
                                          {
                                              {"value", "", &SourcedValue::si, {.above = 0}},
                                              {"from", "", from_of<SourcedValue>},
                                          });
  return table;
}

const Object<SourcedCurve>& curve_object() {
  static const Object<SourcedCurve> table(
      "curve", "null: the file does not state it",
      {
          {"rows", "[what it depends on, value], ascending", rows_of, {.above = 0, .fewest = 1}},
          {"from", "", from_of<SourcedCurve>},
      });
  return table;
}

// Nothing where it is not known.
template <class T, class Member>
constexpr auto stated(Member T::*member) {
  return [member](const T& of) { return (of.*member).is_known() ? &(of.*member) : nullptr; };
}

const Object<PeerLink>& link_object() {
  static const Object<PeerLink> table(
      "link", "",
      {
          {"from", "number of a device", &PeerLink::from},
          {"to", "number of a device", &PeerLink::to},
          {"bandwidth_bytes_per_s", "", value_object, stated(&PeerLink::bandwidth)},
          {"both_ways_bytes_per_s", "", value_object, stated(&PeerLink::both_ways)},
          {"latency_s", "", value_object, stated(&PeerLink::latency)},
          {"queued_s", "", value_object, stated(&PeerLink::queued)},
          {"issue_s", "", value_object, stated(&PeerLink::issue)},
          {"record_s", "", value_object, stated(&PeerLink::record)},
          {"wait_s", "", value_object, stated(&PeerLink::wait)},
      });
  return table;
}

const Object<AllReduce>& all_reduce_object() {
  static const Object<AllReduce> table(
      "all_reduce", "",
      {
          {"devices", "that take part", &AllReduce::devices, {.least = 2}},
          {"latency_s", "", value_object, stated(&AllReduce::latency)},
          {"bandwidth_bytes_per_s", "", value_object, stated(&AllReduce::bandwidth)},
          {"by_size_bytes_per_s", "by the bytes of the array; instead of the two", curve_object,
           stated(&AllReduce::by_size)},
          {"issue_s", "", value_object, stated(&AllReduce::issue)},
      });
  return table;
}

std::optional<std::string> host_of(const SystemFile& file) {
  return only_if(!file.system.host.empty(), file.system.host);
}

const Object<SystemFile>& described_system() {
  static const Object<SystemFile> table(
      "described", "",
      {
          {"system", "name that finds it", [](auto& file) { return file.system.id; }},
          {"name", "", [](auto& file) { return file.system.name; }},
          {"summary", "one line", [](auto& file) { return file.system.summary; }},
      });
  return table;
}

const Object<SystemFile>& listed_system() {
  static const Object<SystemFile> table(
      "system", "",
      {
          {described_system, std::identity{}},
          {"file", "where it was found", [](auto& file) { return file.text.shown; }},
          {"devices", "by name", [](auto& file) { return file.system.devices; }},
          {"host", "by name", host_of},
      });
  return table;
}

const Object<SystemFile>& system_inputs() {
  static const Object<SystemFile> table(
      "inputs", "",
      {
          {"system", "", input_file, [](auto& file) { return input(file.system.id, file.text); }},
      });
  return table;
}

template <class Member>
constexpr auto of_system(Member System::*member) {
  return [member](const SystemFile& file) { return stated(member)(file.system); };
}

}  // namespace

const Document<std::vector<SystemFile>>& system_list_document() {
  static const Document<std::vector<SystemFile>> document(
      {.name = "systems",
       .description = systems_description,
       .alternative = "systems list",
       .exit_codes = {0, 3}},
      {
          {"inputs", "", no_inputs<std::vector<SystemFile>>, std::identity{}},
          {"systems", "", listed_system, std::identity{}},
      });
  return document;
}

const Document<SystemFile>& system_file_document() {
  static const Document<SystemFile> document(
      {.name = "systems", .description = systems_description, .alternative = "systems show"},
      {
          {"inputs", "", system_inputs, std::identity{}},
          {described_system, std::identity{}},
          {"devices", "by name", [](auto& file) { return file.system.devices; }},
          {"host", "by name", host_of},
          {"port_bytes_per_s", "one device to all others together", value_object,
           of_system(&System::port)},
          {"synchronise_s", "to see that a device is idle", value_object,
           of_system(&System::synchronise)},
          {"host_to_devices_bytes_per_s", "by how many copy; one row holds for any number",
           curve_object, of_system(&System::host_to_devices)},
          {"devices_to_host_bytes_per_s", "by how many copy; one row holds for any number",
           curve_object, of_system(&System::devices_to_host)},
          {"links", "each in its direction", link_object,
           [](auto& file) -> auto& { return file.system.links; }},
          {"all_reduces", "by the number of devices that take part", all_reduce_object,
           [](auto& file) -> auto& { return file.system.all_reduces; }},
      });
  return document;
}

Json system_list_json(const std::vector<SystemFile>& systems,
                      const std::vector<Diagnostic>& faults) {
  return system_list_document().write(systems, faults, faults.empty() ? 0 : 3);
}

Json system_file_json(const SystemFile& file) {
  return system_file_document().write(file, {});
}

}  // namespace gpumodel
