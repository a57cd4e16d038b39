#include "src/view/coalesce/kernel_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t access_width = 20;  // what the other columns leave of 80

double ratio(double part, double whole) {
  return whole > 0.0 ? part / whole : 0.0;
}

// Cells wrap at spaces: words that are too long get one in front of their last index or member, or
// are cut.
std::string breakable(const std::string& text) {
  if (text.find(' ') != std::string::npos || display_width(text) <= access_width) return text;
  for (std::size_t at = std::min(access_width, text.size() - 1); at > 0; --at) {
    const bool member = text[at] == '.' && text[at - 1] == ']';
    if (text[at] == '[' || member) return text.substr(0, at) + " " + text.substr(at);
  }
  return text.substr(0, access_width - 3) + "...";
}

Cell access_cell(const CoalesceKernelAnswer& a, std::size_t i) {
  const Access& access = a.accesses()[i];
  const std::string& text = access.expression.text;
  const std::string place = access.place.empty() ? "" : " " + access.place;
  return {fmt::format("{} {}{}", to_string(access.op), breakable(text), place), text};
}

// Of accesses that are never executed nothing is known.
Cell per_request(double value, const AccessSums& sums) {
  if (sums.requests == 0.0) return {"n/a", "unknown"};
  return {short_number(value / sums.requests), raw_number(value / sums.requests)};
}

std::vector<Cell> row_head(const CoalesceKernelAnswer& a, std::size_t i) {
  const AccessSums& sums = a.sums(i);
  return {{std::to_string(i + 1)},
          {count_text(sums.requests), raw_number(sums.requests)},
          per_request(sums.active_lanes, sums)};
}

std::vector<Column> head_columns() {
  return {{"#", "number", true},
          {"requests", "requests", true},
          {"lanes", "active_lanes_per_request", true}};
}

// "12.5/3.12": of the bytes of sectors and of lines, in percent; for machines one by one.
void add_used(std::vector<Cell>& row, const AccessSums& sums) {
  if (sums.requests == 0.0) {
    row.insert(row.end(), {{"n/a", ""}, {"", "unknown"}, {"", "unknown"}});
    return;
  }
  const double of_sectors = ratio(sums.used_bytes, sums.sectors * sector_bytes);
  const double of_lines = ratio(sums.used_bytes, sums.lines * line_bytes);
  row.push_back({fmt::format("{:.3g}/{:.3g}", 100.0 * of_sectors, 100.0 * of_lines), ""});
  row.push_back({"", raw_number(of_sectors)});
  row.push_back({"", raw_number(of_lines)});
}

std::vector<Cell> global_row(const CoalesceKernelAnswer& a, std::size_t i) {
  const AccessSums& sums = a.sums(i);
  std::vector<Cell> row = row_head(a, i);
  row.push_back(per_request(sums.sectors, sums));
  row.push_back(per_request(sums.lines, sums));
  add_used(row, sums);
  row.push_back(a.warp.rules->lines_per_clock ? per_request(sums.wavefronts, sums)
                                              : Cell{"n/a", "unknown"});
  row.push_back({"", std::string(to_string(a.accesses()[i].op))});
  row.push_back(access_cell(a, i));
  return row;
}

std::vector<Cell> shared_row(const CoalesceKernelAnswer& a, std::size_t i) {
  const AccessSums& sums = a.sums(i);
  const double conflict = ratio(sums.wavefronts, sums.passes);
  std::vector<Cell> row = row_head(a, i);
  row.push_back(per_request(sums.wavefronts, sums));
  row.push_back(per_request(sums.passes, sums));
  row.push_back(
      {has_conflicts(sums) ? short_number(conflict) + "x" : "none", raw_number(conflict)});
  row.push_back({"", std::string(to_string(a.accesses()[i].op))});
  row.push_back(access_cell(a, i));
  return row;
}

}  // namespace

std::string short_number(double value) {
  return fmt::format("{:.4g}", value);
}

std::string fine_percent(double fraction) {
  return fmt::format("{:.4g} %", 100.0 * fraction);
}

std::string count_text(double count) {
  const double rounded = std::round(count);
  if (count >= 100.0 && count < 1e7) return fmt::format("{:.0f}", rounded);
  if (count < 1e7) return short_number(count);
  std::string text = format_quantity(count, Bytes::dim);
  text.pop_back();  // the unit; its prefix stays
  return text;
}

std::string bytes_text(double bytes) {
  return format_quantity(bytes, Bytes::dim);
}

Table global_accesses(const CoalesceKernelAnswer& a) {
  Table table;
  table.caption = "global memory, per request of a warp; used: % of its sectors / of its lines";
  table.columns = head_columns();
  for (Column column :
       {Column{"sectors", "sectors_per_request", true}, Column{"lines", "lines_per_request", true},
        Column{"used", {}, true}, Column{"", "sector_utilisation"}, Column{"", "line_utilisation"},
        Column{"wavefr.", "wavefronts_per_request", true}, Column{"", "op"},
        Column{"access", "access"}}) {
    table.columns.push_back(std::move(column));
  }
  for (const std::size_t i : a.shown) {
    if (a.array_of(i).space == MemorySpace::global) table.rows.push_back(global_row(a, i));
  }
  return table;
}

Table shared_accesses(const CoalesceKernelAnswer& a) {
  Table table;
  table.caption = "shared and constant memory, per request of a warp";
  table.columns = head_columns();
  for (Column column :
       {Column{"wavefr.", "wavefronts_per_request", true},
        Column{"at least", "passes_per_request", true}, Column{"conflict", "conflict", true},
        Column{"", "op"}, Column{"access", "access"}}) {
    table.columns.push_back(std::move(column));
  }
  for (const std::size_t i : a.shown) {
    if (a.array_of(i).space != MemorySpace::global) table.rows.push_back(shared_row(a, i));
  }
  return table;
}

}  // namespace gpumodel
