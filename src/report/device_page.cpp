#include "src/report/device_page.hpp"

#include <fmt/format.h>

#include "models/device_fields.hpp"
#include "src/report/format.hpp"

namespace gpumodel {
namespace {

struct Entry {
  std::string_view key, summary;
  Dim dim;
  const SourcedValue* value;
};

std::vector<Entry> entries(const Device& device) {
  std::vector<Entry> all;
  const auto collect = [&](const auto& d, auto fields) {
    for (const auto& field : fields) {
      all.push_back({field.key, field.summary, field.dim, &field.value(d)});
    }
  };
  if (const auto* gpu = std::get_if<Gpu>(&device)) {
    collect(*gpu, gpu_fields());
  } else {
    collect(std::get<Cpu>(device), cpu_fields());
  }
  return all;
}

std::string_view kind(const Device& device) {
  return std::holds_alternative<Gpu>(device) ? "gpu" : "cpu";
}

const std::string& id(const Device& device) {
  return std::visit([](const auto& d) -> const std::string& { return d.id; }, device);
}
const std::string& name(const Device& device) {
  return std::visit([](const auto& d) -> const std::string& { return d.name; }, device);
}
const std::string& summary(const Device& device) {
  return std::visit([](const auto& d) -> const std::string& { return d.summary; }, device);
}

std::string formatted(const Entry& entry) {
  if (!entry.value->is_known()) return "n/a (not known)";
  const double si = entry.value->si;
  if (entry.dim == Seconds::dim) return format_time(Seconds{si});
  if (entry.key == "dram.bus_width") return fmt::format("{:g} bit", 8.0 * si);
  const bool cache = entry.key == "l2.capacity" || entry.key == "llc.capacity";
  return cache ? format_capacity(Bytes{si}) : format_quantity(si, entry.dim);
}

std::string line_of(const Source& source) {
  return source.line > 0 ? std::to_string(source.line) : std::string("-");
}

std::string raw_value(const SourcedValue& value) {
  return value.is_known() ? raw_number(value.si) : std::string("unknown");
}

Json value_json(const Entry& entry) {
  const Source& source = entry.value->source;
  Json one = {{"key", entry.key}};
  one["value"] = entry.value->is_known() ? Json(entry.value->si) : Json(nullptr);
  one["unit"] = unit_name(entry.dim);
  one["from"] = to_string(source.from);
  one["factor"] = source.factor;
  one["file"] = source.line > 0 ? Json(source.file) : Json(nullptr);
  one["line"] = source.line > 0 ? Json(source.line) : Json(nullptr);
  one["note"] = source.note;
  return one;
}

// What a list shows of a device beside its name: units, FP64 and FP32 peak, memory bandwidth.
struct Headline {
  double units, fp64, fp32, bandwidth;
};

Headline headline(const Device& device) {
  if (const auto* gpu = std::get_if<Gpu>(&device)) {
    return {gpu->sms.si, gpu->peak_fp64.si, gpu->peak_fp32.si, gpu->dram_bandwidth.si};
  }
  const Cpu& cpu = std::get<Cpu>(device);
  return {cpu.cores.si, cpu.peak_fp64.si, cpu.peak_fp32.si, cpu.memory_bandwidth.si};
}

}  // namespace

Page device_list_page(const std::vector<DeviceFile>& devices) {
  Table table;
  table.columns = {{"device", "device"},
                   {"units", "units", true},
                   {"FP64", "peak_fp64_flop_per_s", true},
                   {"FP32", "peak_fp32_flop_per_s", true},
                   {"GB/s", "memory_bandwidth_bytes_per_s", true},
                   {"name", "name"}};
  for (const DeviceFile& file : devices) {
    const Headline h = headline(file.device);
    table.rows.push_back({{id(file.device)},
                          {fmt::format("{:g}", h.units)},
                          {fmt::format("{:.3g}", h.fp64 / 1e12), raw_number(h.fp64)},
                          {fmt::format("{:.4g}", h.fp32 / 1e12), raw_number(h.fp32)},
                          {fmt::format("{:.0f}", h.bandwidth / 1e9), raw_number(h.bandwidth)},
                          {name(file.device)}});
  }
  Page page;
  page.blocks.emplace_back(
      Paragraph{counted(devices.size(), "device") +
                "\nunits: SMs of a GPU, cores of a CPU; peaks in TFLOP/s, memory at the pins"});
  page.blocks.emplace_back(std::move(table));
  return page;
}

Json device_list_json(const std::vector<DeviceFile>& devices,
                      const std::vector<Diagnostic>& faults) {
  Json document = json_document("devices", Json::object());
  document["devices"] = Json::array();
  for (const DeviceFile& file : devices) {
    const Headline h = headline(file.device);
    document["devices"].push_back({{"device", id(file.device)},
                                   {"name", name(file.device)},
                                   {"kind", kind(file.device)},
                                   {"file", file.text.shown},
                                   {"units", h.units},
                                   {"peak_fp64_flop_per_s", h.fp64},
                                   {"peak_fp32_flop_per_s", h.fp32},
                                   {"memory_bandwidth_bytes_per_s", h.bandwidth}});
  }
  finish_document(document, faults, faults.empty() ? 0 : 3);
  return document;
}

Page device_page(const DeviceFile& file) {
  Table table;
  table.columns = {{"key", "key"},   {"value", "value", true},   {"", "unit"},
                   {"from", "from"}, {"factor", "factor", true}, {"line", "line", true},
                   {"", "note"}};
  std::vector<std::string> notes;
  for (const Entry& entry : entries(file.device)) {
    const Source& source = entry.value->source;
    table.rows.push_back({{std::string(entry.key)},
                          {formatted(entry), raw_value(*entry.value)},
                          {unit_name(entry.dim)},
                          {std::string(to_string(source.from))},
                          {fmt::format("{:g}", source.factor)},
                          {line_of(source)},
                          {source.note.empty() ? "-" : source.note}});
    if (source.note.empty()) continue;
    notes.push_back("  " + std::string(entry.key));
    append_wrapped(notes, "    ", source.note);
  }
  Page page;
  std::string head = name(file.device) + " (" + std::string(kind(file.device)) + ")";
  if (const auto* gpu = std::get_if<Gpu>(&file.device)) {
    head += "\ncompute capability " + to_string(gpu->compute_capability);
    if (!gpu->memory_type.empty()) head += ", " + gpu->memory_type;
    if (!gpu->link_type.empty()) head += ", " + gpu->link_type;
  }
  if (!summary(file.device).empty()) head += "\n" + summary(file.device);
  head += "\n" + file.text.shown;
  page.blocks.emplace_back(Paragraph{std::move(head)});
  page.blocks.emplace_back(std::move(table));
  notes.insert(notes.begin(), "sources");
  page.blocks.emplace_back(Preformatted{std::move(notes)});
  return page;
}

Json device_json(const DeviceFile& file) {
  Json inputs = {{"device", json_input(id(file.device), file.text)}};
  Json document = json_document("devices", std::move(inputs));
  document["device"] = id(file.device);
  document["name"] = name(file.device);
  document["kind"] = kind(file.device);
  const auto* gpu = std::get_if<Gpu>(&file.device);
  document["compute_capability"] =
      gpu != nullptr ? Json(to_string(gpu->compute_capability)) : Json(nullptr);
  document["values"] = Json::array();
  for (const Entry& entry : entries(file.device)) document["values"].push_back(value_json(entry));
  finish_document(document, file.warnings, 0);
  return document;
}

namespace {

struct Difference {
  Entry a, b;
};

std::vector<Difference> differences(const DeviceFile& a, const DeviceFile& b) {
  std::vector<Difference> all;
  if (a.device.index() != b.device.index()) return all;
  const std::vector<Entry> left = entries(a.device);
  const std::vector<Entry> right = entries(b.device);
  for (std::size_t i = 0; i < left.size(); ++i) {
    const bool same = left[i].value->is_known() == right[i].value->is_known() &&
                      left[i].value->si == right[i].value->si;
    if (!same) all.push_back({left[i], right[i]});
  }
  return all;
}

bool comparable(const Difference& d) {
  return d.a.value->is_known() && d.b.value->is_known() && d.a.value->si > 0.0;
}

}  // namespace

Page device_diff_page(const DeviceFile& a, const DeviceFile& b) {
  Page page;
  const std::vector<Difference> found = differences(a, b);
  std::string head = name(a.device) + " against " + name(b.device) + ": ";
  head += a.device.index() != b.device.index()
              ? "a GPU and a CPU have no numbers in common"
              : counted(found.size(), "number") + (found.size() == 1 ? " differs" : " differ");
  page.blocks.emplace_back(Paragraph{std::move(head)});
  Table table;
  table.columns = {{"key", "key"},
                   {id(a.device), "a", true},
                   {id(b.device), "b", true},
                   {"ratio", "ratio", true},
                   {"", "from"},
                   {"", "unit"}};
  for (const Difference& d : found) {
    const double ratio = comparable(d) ? d.b.value->si / d.a.value->si : 0.0;
    const std::string from = fmt::format("{} / {}", to_string(d.a.value->source.from),
                                         to_string(d.b.value->source.from));
    table.rows.push_back({{std::string(d.a.key)},
                          {formatted(d.a), raw_value(*d.a.value)},
                          {formatted(d.b), raw_value(*d.b.value)},
                          comparable(d) ? Cell{fmt::format("{:.3g}", ratio), raw_number(ratio)}
                                        : Cell{"n/a (not known)", "unknown"},
                          {from},
                          {unit_name(d.a.dim)}});
  }
  if (!found.empty()) page.blocks.emplace_back(std::move(table));
  return page;
}

Json device_diff_json(const DeviceFile& a, const DeviceFile& b) {
  Json inputs = {{"a", json_input(id(a.device), a.text)}, {"b", json_input(id(b.device), b.text)}};
  Json document = json_document("devices", std::move(inputs));
  document["differences"] = Json::array();
  for (const Difference& d : differences(a, b)) {
    Json one = {{"key", d.a.key}, {"unit", unit_name(d.a.dim)}};
    one["a"] = d.a.value->is_known() ? Json(d.a.value->si) : Json(nullptr);
    one["b"] = d.b.value->is_known() ? Json(d.b.value->si) : Json(nullptr);
    one["ratio"] = comparable(d) ? Json(d.b.value->si / d.a.value->si) : Json(nullptr);
    document["differences"].push_back(std::move(one));
  }
  finish_document(document, {}, 0);
  return document;
}

}  // namespace gpumodel
