#include "src/view/device/page.hpp"

#include <fmt/format.h>

#include "src/io/text/format.hpp"
#include "src/view/device/entries.hpp"

namespace gpumodel {
namespace {

// A number that only the detailed model needs and nobody knows is counted, not listed.
bool is_listed(const DeviceEntry& entry) {
  return !entry.detail || entry.value->is_known() || entry.value->source.line > 0;
}

std::string line_of(const Source& source) {
  return source.line > 0 ? std::to_string(source.line) : std::string("-");
}

Cell list_cell(const SourcedValue& value, double unit, int digits) {
  if (!value.is_known()) return {"n/a", raw_value(value)};
  const double shown = value.si / unit;
  return {digits == 0 ? fmt::format("{:.0f}", shown) : fmt::format("{:.{}g}", shown, digits),
          raw_value(value)};
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
  bool lacking = false;
  for (const DeviceFile& file : devices) {
    const Headline h = headline(file.device);
    lacking = lacking || h.lacks_any();
    table.rows.push_back({{id(file.device)},
                          {fmt::format("{:g}", h.units.si)},
                          list_cell(h.fp64, 1e12, 3),
                          list_cell(h.fp32, 1e12, 4),
                          list_cell(h.bandwidth, 1e9, 0),
                          {name(file.device)}});
  }
  Page page;
  page.blocks.emplace_back(
      Paragraph{counted(devices.size(), "device") +
                "\nunits: SMs of a GPU, cores of a CPU; peaks in TFLOP/s, memory at the pins" +
                (lacking ? "\nn/a (not known): the file of the device does not state it" : "")});
  page.blocks.emplace_back(std::move(table));
  return page;
}

namespace {

// Which number has which source. Details that follow each other and share theirs stand together.
class Notes {
 public:
  void add(std::string_view key, const std::string& note, bool may_join) {
    if (note.empty()) return;
    if (may_join && joinable_ && note == entries_.back().note) {
      entries_.back().keys += " " + std::string(key);
    } else {
      entries_.push_back({std::string(key), note});
    }
    joinable_ = may_join;
  }

  std::vector<std::string> lines() const {
    std::vector<std::string> all = {"sources"};
    for (const Entry& entry : entries_) {
      append_wrapped(all, "  ", entry.keys);
      append_wrapped(all, "    ", entry.note);
    }
    return all;
  }

 private:
  struct Entry {
    std::string keys, note;
  };
  std::vector<Entry> entries_;
  bool joinable_ = false;
};

// "  sm.l2_curve     1 186 GB/s, 132 5.6 TB/s", broken at the width of a terminal.
void add_curve(const CurveEntry& entry, std::vector<std::string>& lines, Notes& notes) {
  const Source& source = entry.curve->source;
  append_wrapped(lines, "  ",
                 fmt::format("{}: {} ({}, factor {:g})", entry.key, entry.summary,
                             to_string(source.from), source.factor));
  std::string points;
  for (const CurvePoint& point : entry.curve->points) {
    points += (points.empty() ? "" : "; ") + formatted(point, entry);
  }
  append_wrapped(lines, "    ", points);
  notes.add(entry.key, source.note, false);
}

// The curves of a device and what is not known of it, below the table.
void add_curves(const DeviceFile& file, Notes& notes, Page& page) {
  std::vector<std::string> lines;
  std::size_t missing = 0;
  for (const CurveEntry& entry : curve_entries(file.device)) {
    if (entry.curve->is_known()) {
      add_curve(entry, lines, notes);
    } else {
      ++missing;
    }
  }
  for (const DeviceEntry& entry : entries(file.device)) missing += is_listed(entry) ? 0U : 1U;
  if (!lines.empty()) {
    lines.insert(lines.begin(), "curves");
    page.blocks.emplace_back(Preformatted{std::move(lines)});
  }
  if (missing > 0) {
    page.blocks.emplace_back(
        Paragraph{"not known: " + counted(missing, "number") +
                  " and curves that only the detailed time model needs\n`gpumodel calibrate` "
                  "measures them on the device"});
  }
}

}  // namespace

Page device_page(const DeviceFile& file) {
  Table table;
  table.columns = {{"key", "key"},   {"value", "value", true},   {"", "unit"},
                   {"from", "from"}, {"factor", "factor", true}, {"line", "line", true},
                   {"", "note"}};
  Notes notes;
  for (const DeviceEntry& entry : entries(file.device)) {
    if (!is_listed(entry)) continue;
    const Source& source = entry.value->source;
    table.rows.push_back({{std::string(entry.key)},
                          {formatted(entry), raw_value(*entry.value)},
                          {unit_name(entry.dim)},
                          {std::string(to_string(source.from))},
                          {fmt::format("{:g}", source.factor)},
                          {line_of(source)},
                          {source.note.empty() ? "-" : source.note}});
    notes.add(entry.key, source.note, entry.detail);
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
  add_curves(file, notes, page);
  page.blocks.emplace_back(Preformatted{notes.lines()});
  return page;
}

}  // namespace gpumodel
