// Many launches: a sweep, or the kernels of a compiler's log, one line each.
#include <fmt/format.h>

#include <algorithm>

#include "src/app/occupancy/impossible_launch.hpp"
#include "src/io/text/format.hpp"
#include "src/view/common/symbol.hpp"
#include "src/view/occupancy/curve.hpp"
#include "src/view/occupancy/page.hpp"

namespace gpumodel {
namespace {

std::string occupancy_text(const OccupancyPoint& point) {
  const auto low = point.lowest();
  if (!low) return "n/a (impossible)";
  if (*low == *point.highest()) return format_tenths(*low);
  return fmt::format("{:.1f}-", 100.0 * *low) + format_tenths(*point.highest());
}

std::string limited_by(const OccupancyPoint& point) {
  if (const auto* o = std::get_if<Occupancy>(&point.result)) return limiter_text(o->limiters());
  if (const auto* range = std::get_if<OccupancyRange>(&point.result)) {
    return limiter_text(range->lowest.occupancy.limiters());
  }
  return fault_text(std::get<Refusals>(point.result).front());
}

std::string blocks_text(const OccupancyPoint& point) {
  if (const auto* o = std::get_if<Occupancy>(&point.result))
    return std::to_string(o->blocks_per_sm);
  if (const auto* range = std::get_if<OccupancyRange>(&point.result)) {
    if (!point.asked.threads) return "varies";  // the fewest warps may come with the most blocks
    const int low = range->lowest.occupancy.blocks_per_sm;
    const int high = range->highest.occupancy.blocks_per_sm;
    return low == high ? std::to_string(low) : fmt::format("{}-{}", low, high);
  }
  return "0";
}

template <class T>
Cell optional_cell(const std::optional<T>& value) {
  return value ? Cell{std::to_string(*value)} : Cell{"any", "any"};
}

// Template arguments can fill a screen; the raw name stays whole in CSV and JSON.
std::string shortened(const std::string& name) {
  constexpr std::size_t longest = 14;
  return name.size() <= longest ? name : name.substr(0, longest - 3) + "...";
}

Table points_table(const OccupancyAnswer& a) {
  const bool kernels = !a.points.front().kernel.empty();
  const bool spills = std::ranges::any_of(
      a.points, [](const OccupancyPoint& point) { return point.spill_bytes.value_or(0) > 0; });
  Table table;
  if (kernels) table.columns.push_back({"kernel", "kernel"});
  if (kernels) table.columns.push_back({"cc", "compute_capability"});
  const std::vector<Column> rest = {{"threads", "threads", true},
                                    {"regs", "registers_per_thread", true},
                                    {"shared", "shared_memory_bytes", true},
                                    {"blocks", "blocks_per_sm", true},
                                    {"occupancy", "", true},
                                    {"", "occupancy_lowest"},
                                    {"", "occupancy_highest"},
                                    {"limited by", "limiters"}};
  table.columns.insert(table.columns.end(), rest.begin(), rest.end());
  if (spills) table.columns.push_back({"spills", "spill_bytes_per_thread", true});
  for (const OccupancyPoint& point : a.points) {
    std::vector<Cell> row;
    if (kernels) row.push_back({shortened(demangled(point.kernel)), point.kernel});
    if (kernels) row.push_back({to_string(point.limits->capability)});
    const LaunchResources launch = full_launch(point.asked);
    const bool has_registers = point.asked.registers_per_thread || point.asked.registers_per_block;
    row.push_back(optional_cell(point.asked.threads));
    row.push_back(has_registers ? Cell{std::to_string(launch.registers_per_thread)} : Cell{"any"});
    row.push_back(point.asked.shared_memory ? Cell{format_shared(*point.asked.shared_memory),
                                                   std::to_string(*point.asked.shared_memory)}
                                            : Cell{"any"});
    row.push_back({blocks_text(point)});
    row.push_back({occupancy_text(point)});
    row.push_back({"", raw_number(point.lowest().value_or(0.0))});
    row.push_back({"", raw_number(point.highest().value_or(0.0))});
    row.push_back({limited_by(point)});
    if (spills)
      row.push_back({fmt::format("{} B", point.spill_bytes.value_or(0)),
                     std::to_string(point.spill_bytes.value_or(0))});
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string best_of(const OccupancyAnswer& a) {
  double best = 0.0;
  for (const OccupancyPoint& point : a.points) best = std::max(best, point.lowest().value_or(0.0));
  const bool open = std::ranges::any_of(a.points, [](const OccupancyPoint& point) {
    return std::holds_alternative<OccupancyRange>(point.result);
  });
  std::string text = fmt::format("best of {}: {}{}{}", a.points.size(), open ? "at least " : "",
                                 format_tenths(best), default_mark(a));
  if (a.swept.empty() || best == 0.0) return text;
  text += " with " + a.swept;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < a.points.size(); ++i) {
    if (a.points[i].lowest().value_or(0.0) != best) continue;
    if (++shown > 8) return text + " ...";
    text += (shown == 1 ? " " : ", ") + std::to_string(a.sweep_values[i]);
  }
  return text;
}

}  // namespace

void add_launches(Page& page, const OccupancyAnswer& answer, bool explain) {
  const bool one_device = answer.points.front().kernel.empty() || !answer.device.empty();
  page.blocks.emplace_back(Paragraph{
      best_of(answer) +
      (one_device ? "\n" + device_text(answer, *answer.points.front().limits) : std::string())});
  page.blocks.emplace_back(points_table(answer));
  if (!answer.swept.empty()) page.blocks.emplace_back(occupancy_curve(answer));
  if (!explain) return;
  for (const OccupancyPoint& point : answer.points) {
    if (const auto* o = std::get_if<Occupancy>(&point.result)) {
      page.blocks.emplace_back(occupancy_arithmetic(point, *o));
    }
  }
}

}  // namespace gpumodel
