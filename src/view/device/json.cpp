#include "src/view/device/json.hpp"

#include "src/view/device/entries.hpp"

namespace gpumodel {
namespace {

constexpr std::string_view devices_description =
    "The library of devices, one device with the source of each number, or the differences of two. "
    "Base SI units.";

const Object<DeviceFile>& named_device() {
  static const Object<DeviceFile> table(
      "named", "",
      {
          {"device", "name that finds it", [](auto& file) { return id(file.device); }},
          {"name", "name of the product", [](auto& file) { return name(file.device); }},
          {"kind", "", [](auto& file) { return kind(file.device); }, {.words = "gpu|cpu"}},
      });
  return table;
}

const Object<DeviceFile>& listed_device() {
  static const Object<DeviceFile> table(
      "device", "",
      {
          {named_device, std::identity{}},
          {"file", "where it was found", [](auto& file) { return file.text.shown; }},
          {"units", "SMs of a GPU, cores of a CPU",
           [](auto& file) { return headline(file.device).units.si; }},
          {"peak_fp64_flop_per_s", "FLOP/s; null: not known",
           [](auto& file) { return headline(file.device).fp64; }},
          {"peak_fp32_flop_per_s", "FLOP/s; null: not known",
           [](auto& file) { return headline(file.device).fp32; }},
          {"memory_bandwidth_bytes_per_s", "B/s; peak; null: not known",
           [](auto& file) { return headline(file.device).bandwidth; }},
      });
  return table;
}

const Object<Source>& source_object() {
  static const Object<Source> table(
      "source", "",
      {
          {"from", "", &Source::from},
          {"factor",
           "the true value lies in [value / factor, value * factor]",
           &Source::factor,
           {.least = 1}},
          {"file", "null: not written in a file",
           [](auto& source) { return only_if(source.line > 0, source.file); }},
          {"line",
           "1-based; null: not written in a file",
           [](auto& source) { return only_if(source.line > 0, source.line); },
           {.least = 1}},
          {"note", "source or rule; may be empty", &Source::note},
      });
  return table;
}

const Object<DeviceEntry>& entry_object() {
  static const Object<DeviceEntry> table(
      "value", "",
      {
          {"key", "group and key in the device file", &DeviceEntry::key},
          {"value", "in the unit given; null: not known", [](auto& entry) { return *entry.value; }},
          {"unit", "", &DeviceEntry::dim},
          {source_object, [](auto& entry) -> auto& { return entry.value->source; }},
      });
  return table;
}

const Object<CurveEntry>& curve_entry_object() {
  static const Object<CurveEntry> table(
      "curve", "",
      {
          {"key", "group and key in the device file", &CurveEntry::key},
          {"unit_x", "", &CurveEntry::x},
          {"unit", "", &CurveEntry::y},
          {"rows",
           "[what it depends on, value], ascending",
           [](auto& entry) { return rows_of(*entry.curve); },
           {.fewest = 1}},
          {source_object, [](auto& entry) -> auto& { return entry.curve->source; }},
      });
  return table;
}

std::vector<CurveEntry> known_curves(const DeviceFile& file) {
  std::vector<CurveEntry> all = curve_entries(file.device);
  std::erase_if(all, [](const CurveEntry& entry) { return !entry.curve->is_known(); });
  return all;
}

std::optional<ComputeCapability> capability_of(const DeviceFile& file) {
  const auto* gpu = std::get_if<Gpu>(&file.device);
  return gpu != nullptr ? std::optional(gpu->compute_capability) : std::nullopt;
}

InputFile device_input(const DeviceFile& file) {
  return input(id(file.device), file.text);
}

const Object<DeviceFile>& device_inputs() {
  static const Object<DeviceFile> table("inputs", "", {{"device", "", input_file, device_input}});
  return table;
}

const Object<DevicePair>& pair_inputs() {
  static const Object<DevicePair> table(
      "pair_inputs", "",
      {
          {"a", "", input_file, [](auto& pair) { return device_input(pair.a); }},
          {"b", "", input_file, [](auto& pair) { return device_input(pair.b); }},
      });
  return table;
}

const Object<Difference>& device_difference_object() {
  static const Object<Difference> table(
      "difference", "",
      {
          {"key", "group and key in the device file", [](auto& d) { return d.a.key; }},
          {"unit", "", [](auto& d) { return d.a.dim; }},
          {"a", "null: not known", [](auto& d) { return *d.a.value; }},
          {"b", "null: not known", [](auto& d) { return *d.b.value; }},
          {"ratio", "b / a; null: one of them is not known or a is 0", &Difference::ratio},
      });
  return table;
}

}  // namespace

const Document<std::vector<DeviceFile>>& device_list_document() {
  static const Document<std::vector<DeviceFile>> document(
      {.name = "devices",
       .description = devices_description,
       .alternative = "devices list",
       .exit_codes = {0, 3}},
      {
          {"inputs", "", no_inputs<std::vector<DeviceFile>>, std::identity{}},
          {"devices", "", listed_device, std::identity{}},
      });
  return document;
}

const Document<DeviceFile>& device_document() {
  static const Document<DeviceFile> document(
      {.name = "devices", .description = devices_description, .alternative = "devices show"},
      {
          {"inputs", "", device_inputs, std::identity{}},
          {named_device, std::identity{}},
          {"compute_capability", "major.minor; null for a CPU", capability_of},
          {"values", "", entry_object, [](auto& file) { return entries(file.device); }},
          {"curves", "those that are known", curve_entry_object, known_curves},
      });
  return document;
}

const Document<DevicePair>& device_diff_document() {
  static const Document<DevicePair> document(
      {.name = "devices", .description = devices_description, .alternative = "devices diff"},
      {
          {"inputs", "", pair_inputs, std::identity{}},
          {"differences", "", device_difference_object,
           [](auto& pair) { return differences(pair.a.device, pair.b.device); }},
      });
  return document;
}

Json device_list_json(const std::vector<DeviceFile>& devices,
                      const std::vector<Diagnostic>& faults) {
  std::vector<Diagnostic> diagnostics = faults;
  for (const DeviceFile& file : devices) {
    if (!headline(file.device).lacks_any()) continue;
    diagnostics.push_back({.severity = Severity::note,
                           .id = "not-applicable",
                           .message = "peaks of '" + id(file.device) +
                                      "' that are null: its file does not state them",
                           .file = file.text.shown});
  }
  return device_list_document().write(devices, diagnostics, faults.empty() ? 0 : 3);
}

Json device_json(const DeviceFile& file) {
  return device_document().write(file, file.warnings);
}

Json device_diff_json(const DeviceFile& a, const DeviceFile& b) {
  return device_diff_document().write({a, b}, {});
}

}  // namespace gpumodel
