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

template <class Q>
Json value_json(const Sourced<Q>& value) {
  if (!value.is_known()) return nullptr;
  return {{"value", value.si}, {"from", to_string(value.source.from)}};
}
Json curve_json(const SourcedCurve& curve) {
  if (!curve.is_known()) return nullptr;
  Json rows = Json::array();
  for (const CurvePoint& point : curve.points) rows.push_back({point.x, point.y});
  return {{"rows", std::move(rows)}, {"from", to_string(curve.source.from)}};
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

Json system_list_json(const std::vector<SystemFile>& systems,
                      const std::vector<Diagnostic>& faults) {
  Json document = json_document("systems", Json::object());
  document["systems"] = Json::array();
  for (const SystemFile& file : systems) {
    const System& system = file.system;
    document["systems"].push_back(
        {{"system", system.id},
         {"name", system.name},
         {"summary", system.summary},
         {"file", file.text.shown},
         {"devices", system.devices},
         {"host", system.host.empty() ? Json(nullptr) : Json(system.host)}});
  }
  finish_document(document, faults, faults.empty() ? 0 : 3);
  return document;
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

Json system_file_json(const SystemFile& file) {
  const System& system = file.system;
  Json document = json_document("systems", {{"system", json_input(system.id, file.text)}});
  document["system"] = system.id;
  document["name"] = system.name;
  document["summary"] = system.summary;
  document["devices"] = system.devices;
  document["host"] = system.host.empty() ? Json(nullptr) : Json(system.host);
  document["port_bytes_per_s"] = value_json(system.port);
  document["synchronise_s"] = value_json(system.synchronise);
  document["host_to_devices_bytes_per_s"] = curve_json(system.host_to_devices);
  document["devices_to_host_bytes_per_s"] = curve_json(system.devices_to_host);
  document["links"] = Json::array();
  for (const PeerLink& link : system.links) {
    document["links"].push_back({{"from", link.from},
                                 {"to", link.to},
                                 {"bandwidth_bytes_per_s", value_json(link.bandwidth)},
                                 {"both_ways_bytes_per_s", value_json(link.both_ways)},
                                 {"latency_s", value_json(link.latency)},
                                 {"queued_s", value_json(link.queued)},
                                 {"issue_s", value_json(link.issue)},
                                 {"record_s", value_json(link.record)},
                                 {"wait_s", value_json(link.wait)}});
  }
  document["all_reduces"] = Json::array();
  for (const AllReduce& sum : system.all_reduces) {
    document["all_reduces"].push_back({{"devices", sum.devices},
                                       {"latency_s", value_json(sum.latency)},
                                       {"bandwidth_bytes_per_s", value_json(sum.bandwidth)},
                                       {"by_size_bytes_per_s", curve_json(sum.by_size)},
                                       {"issue_s", value_json(sum.issue)}});
  }
  finish_document(document, {}, 0);
  return document;
}

}  // namespace gpumodel
