#include "src/report/system_list_page.hpp"

#include "src/report/format.hpp"

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

Table link_table(const System& system) {
  Table table;
  table.caption = "links, each in its direction";
  table.columns = {{"from", "from", true},
                   {"to", "to", true},
                   {"bandwidth", "bandwidth_bytes_per_s", true},
                   {"both ways", "both_ways_bytes_per_s", true},
                   {"latency", "latency_s", true},
                   {"queued", "queued_s", true},
                   {"issue", "issue_s", true},
                   {"source", "source"}};
  for (const PeerLink& link : system.links) {
    table.rows.push_back({{std::to_string(link.from)},
                          {std::to_string(link.to)},
                          value_cell(link.bandwidth),
                          value_cell(link.both_ways),
                          time_cell(link.latency),
                          time_cell(link.queued),
                          time_cell(link.issue),
                          {std::string(to_string(link.bandwidth.source.from))}});
  }
  return table;
}

Table all_reduce_table(const System& system) {
  Table table;
  table.caption = "an all-reduce on so many devices: latency + bytes / bandwidth";
  table.columns = {{"devices", "devices", true},
                   {"latency", "latency_s", true},
                   {"bandwidth", "bandwidth_bytes_per_s", true},
                   {"source", "source"}};
  for (const AllReduce& sum : system.all_reduces) {
    table.rows.push_back({{std::to_string(sum.devices)},
                          time_cell(sum.latency),
                          value_cell(sum.bandwidth),
                          {std::string(to_string(sum.bandwidth.source.from))}});
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
  add("all devices from the host together", system.host_to_devices);
  add("all devices to the host together", system.devices_to_host);
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
  if (!system.all_reduces.empty()) page.blocks.emplace_back(all_reduce_table(system));
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
  document["host_to_devices_bytes_per_s"] = value_json(system.host_to_devices);
  document["devices_to_host_bytes_per_s"] = value_json(system.devices_to_host);
  document["links"] = Json::array();
  for (const PeerLink& link : system.links) {
    document["links"].push_back({{"from", link.from},
                                 {"to", link.to},
                                 {"bandwidth_bytes_per_s", value_json(link.bandwidth)},
                                 {"both_ways_bytes_per_s", value_json(link.both_ways)},
                                 {"latency_s", value_json(link.latency)},
                                 {"queued_s", value_json(link.queued)},
                                 {"issue_s", value_json(link.issue)}});
  }
  document["all_reduces"] = Json::array();
  for (const AllReduce& sum : system.all_reduces) {
    document["all_reduces"].push_back({{"devices", sum.devices},
                                       {"latency_s", value_json(sum.latency)},
                                       {"bandwidth_bytes_per_s", value_json(sum.bandwidth)}});
  }
  finish_document(document, {}, 0);
  return document;
}

}  // namespace gpumodel
