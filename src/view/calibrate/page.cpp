#include "src/view/calibrate/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/io/text/format.hpp"
#include "src/view/device/entries.hpp"

namespace gpumodel {
namespace {

template <class Entry>
const Entry* find_entry(const std::vector<Entry>& all, std::string_view key) {
  const auto found = std::ranges::find(all, key, &Entry::key);
  return found == all.end() ? nullptr : &*found;
}

bool was_measured(const CalibrationAnswer& answer, std::string_view key) {
  return std::ranges::find(answer.keys, key) != answer.keys.end();
}

// A number beside what was known of it: its ratio, and by whom.
std::vector<Cell> row_of(const DeviceEntry& entry, const DeviceEntry* before) {
  const bool known = before != nullptr && before->value->is_known() && before->value->si > 0.0;
  const double ratio = known ? entry.value->si / before->value->si : 0.0;
  return {{std::string(entry.key)},
          {formatted(entry), raw_value(*entry.value)},
          {unit_name(entry.dim)},
          {fmt::format("{:g}", entry.value->source.factor)},
          known ? Cell{formatted(*before), raw_value(*before->value)} : Cell{"-", "unknown"},
          known ? Cell{fmt::format("{:.3f}", ratio)} : Cell{"-", "unknown"},
          {known ? std::string(to_string(before->value->source.from)) : std::string("-")}};
}

Table number_table(const CalibrationAnswer& answer) {
  Table table;
  table.columns = {{"key", "key"},
                   {"measured", "value", true},
                   {"", "unit"},
                   {"factor", "factor", true},
                   {"before", "before", true},
                   {"ratio", "ratio", true},
                   {"from", "from"}};
  const std::vector<DeviceEntry> earlier =
      answer.base != nullptr ? entries(*answer.base) : std::vector<DeviceEntry>{};
  for (const DeviceEntry& entry : entries(answer.device)) {
    if (was_measured(answer, entry.key)) {
      table.rows.push_back(row_of(entry, find_entry(earlier, entry.key)));
    }
  }
  return table;
}

std::vector<std::string> curve_lines(const CalibrationAnswer& answer) {
  std::vector<std::string> lines;
  for (const CurveEntry& entry : curve_entries(answer.device)) {
    if (!was_measured(answer, entry.key)) continue;
    std::string points;
    for (const CurvePoint& point : entry.curve->points) {
      points += (points.empty() ? "" : "; ") + formatted(point, entry);
    }
    lines.push_back("  " + std::string(entry.key) + " (factor " +
                    fmt::format("{:g}", entry.curve->source.factor) + ")");
    append_wrapped(lines, "    ", points);
  }
  return lines;
}

// "NVIDIA H200, driver 580.1: 62 values measured in 90 s, 1 failure".
std::string head(const CalibrationRun& run, const std::string& what, std::size_t values) {
  std::string text =
      what + ", " + run.machine.system + ": " + counted(values, "value") + " measured";
  if (run.seconds > 0.0) text += fmt::format(" in {:.0f} s", run.seconds);
  if (!run.failures.empty()) text += ", " + counted(run.failures.size(), "failure");
  if (!run.file.empty()) text += "\nwritten to " + run.file;
  return text;
}

void append_list(Page& page, const std::string& title, const std::vector<std::string>& all) {
  if (all.empty()) return;
  std::vector<std::string> lines = {title};
  for (const std::string& one : all) append_wrapped(lines, "  ", one);
  page.blocks.emplace_back(Preformatted{std::move(lines)});
}

std::string value_text(double value, const std::string& unit) {
  return unit == "s" ? format_time(Seconds{value}) : format_quantity(value, BytesPerSecond::dim);
}

bool is_by_size(const CalibrationResult& result) {
  return result.unit_x == unit_name(Bytes::dim);
}

// A row per value; of those over the number of devices a row per number.
Table result_table(const std::vector<CalibrationResult>& results) {
  Table table;
  table.columns = {{"key", "key"},
                   {"devices", "devices", true},
                   {"measured", "value", true},
                   {"spread", "spread", true},
                   {"what", "note"}};
  for (const CalibrationResult& one : results) {
    if (is_by_size(one)) continue;
    const auto add = [&](const std::string& devices, double value) {
      table.rows.push_back({{one.key},
                            {devices},
                            {value_text(value, one.unit), raw_number(value)},
                            {fmt::format("{:.1f} %", 100.0 * one.spread), raw_number(one.spread)},
                            {one.note}});
    };
    if (!one.is_curve()) add(std::to_string(std::max(one.devices, 2)), one.value);
    for (const CurvePoint& point : one.points) add(fmt::format("{:g}", point.x), point.y);
  }
  return table;
}

std::vector<std::string> lines_by_size(const std::vector<CalibrationResult>& results) {
  std::vector<std::string> lines;
  for (const CalibrationResult& one : results) {
    if (!is_by_size(one)) continue;
    std::string points;
    for (const CurvePoint& point : one.points) {
      points += (points.empty() ? "" : "; ") + format_quantity(point.x, Bytes::dim) + " " +
                value_text(point.y, one.unit);
    }
    lines.push_back(fmt::format("  {} of {} devices (spread {:.1f} %)", one.key, one.devices,
                                100.0 * one.spread));
    append_wrapped(lines, "    ", points);
  }
  return lines;
}

}  // namespace

Page calibration_page(const CalibrationAnswer& answer) {
  Page page;
  page.blocks.emplace_back(
      Paragraph{head(answer.run, answer.run.machine.name, answer.keys.size())});
  Table table = number_table(answer);
  page.add(std::move(table));
  std::vector<std::string> curves = curve_lines(answer);
  if (!curves.empty()) {
    curves.insert(curves.begin(), "curves");
    page.blocks.emplace_back(Preformatted{std::move(curves)});
  }
  append_list(page, "failed", answer.run.failures);
  append_list(page, "left out", answer.run.left_out);
  return page;
}

Page system_calibration_page(const CalibrationRun& run,
                             const std::vector<CalibrationResult>& results) {
  Page page;
  page.blocks.emplace_back(Paragraph{head(
      run, std::to_string(run.machine.gpus.size()) + "x " + run.machine.name, results.size())});
  Table table = result_table(results);
  page.add(std::move(table));
  std::vector<std::string> curves = lines_by_size(results);
  if (!curves.empty()) page.blocks.emplace_back(Preformatted{std::move(curves)});
  append_list(page, "failed", run.failures);
  append_list(page, "left out", run.left_out);
  return page;
}

Page calibration_list_page(const std::vector<CalibrationMeasurement>& measurements) {
  Table table;
  table.columns = {{"measurement", "measurement"}, {"s", "seconds", true}, {"values", "keys"}};
  std::vector<std::string> lines;
  double seconds = 0.0;
  for (const CalibrationMeasurement& one : measurements) {
    seconds += one.seconds;
    std::string keys;
    for (const std::string& key : one.keys) keys += (keys.empty() ? "" : " ") + key;
    table.rows.push_back({{one.name},
                          {fmt::format("{:.1f}", one.seconds)},
                          {std::to_string(one.keys.size()), keys}});
    lines.push_back("  " + one.name);
    append_wrapped(lines, "    ", keys);
  }
  Page page;
  page.blocks.emplace_back(Paragraph{counted(measurements.size(), "measurement") +
                                     fmt::format(", about {:.0f} s", seconds)});
  page.blocks.emplace_back(std::move(table));
  lines.insert(lines.begin(), "what each gives");
  page.blocks.emplace_back(Preformatted{std::move(lines)});
  return page;
}

}  // namespace gpumodel
