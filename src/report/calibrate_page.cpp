#include "src/report/calibrate_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/report/device_entries.hpp"
#include "src/report/format.hpp"

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

std::string head(const CalibrationAnswer& answer) {
  std::string text = answer.machine.name + ", " + answer.machine.system + ": " +
                     counted(answer.keys.size(), "value") + " measured";
  if (answer.seconds > 0.0) text += fmt::format(" in {:.0f} s", answer.seconds);
  if (!answer.failures.empty()) text += ", " + counted(answer.failures.size(), "failure");
  if (!answer.file.empty()) text += "\nwritten to " + answer.file;
  return text;
}

}  // namespace

Page calibration_page(const CalibrationAnswer& answer) {
  Page page;
  page.blocks.emplace_back(Paragraph{head(answer)});
  Table table = number_table(answer);
  if (!table.rows.empty()) page.blocks.emplace_back(std::move(table));
  std::vector<std::string> curves = curve_lines(answer);
  if (!curves.empty()) {
    curves.insert(curves.begin(), "curves");
    page.blocks.emplace_back(Preformatted{std::move(curves)});
  }
  if (!answer.failures.empty()) {
    std::vector<std::string> lines = {"failed"};
    for (const std::string& failure : answer.failures) append_wrapped(lines, "  ", failure);
    page.blocks.emplace_back(Preformatted{std::move(lines)});
  }
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
