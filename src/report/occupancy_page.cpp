#include "src/report/occupancy_page.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "src/report/format.hpp"
#include "src/report/occupancy_curve.hpp"

namespace gpumodel {
namespace {


std::string plain(Resource resource) {
  return resource == Resource::shared_memory ? "shared memory" : std::string(name(resource));
}

std::string amount(Resource resource, std::int64_t value) {
  return resource == Resource::shared_memory ? format_shared(value) : std::to_string(value);
}

std::string limit_cell(const ResourceUse& use) {
  if (!use.limited()) return "no limit";
  return std::to_string(use.max_blocks) + (use.limiting ? " <" : "  ");
}

std::string headline(const OccupancyAnswer& a, const OccupancyPoint& point, const Occupancy& o) {
  std::string text = fmt::format("{}   {} block{}/SM, {} of {} warps, limited by {}\n{}",
                                 format_tenths(o.fraction()), o.blocks_per_sm,
                                 o.blocks_per_sm == 1 ? "" : "s", o.warps_per_sm,
                                 o.max_warps_per_sm, limiter_text(o.limiters()),
                                 device_text(a, *point.limits));
  return text;
}

std::vector<std::string> allocation_notes(const OccupancyPoint& point, const Occupancy& o) {
  const SmLimits& limits = *point.limits;
  const LaunchResources launch = full_launch(point.asked);
  std::vector<std::string> lines;
  lines.push_back(fmt::format("  {} registers per thread, {} per warp (unit {})",
                              launch.registers_per_thread, o.registers_per_warp,
                              limits.register_unit));
  if (limits.reserved_shared_memory_per_block > 0) {
    lines.push_back(fmt::format("  shared memory includes {} per block that the system takes",
                                format_shared(limits.reserved_shared_memory_per_block)));
  }
  if (limits.carveouts.size() > 1) {
    lines.push_back("  shared memory per SM: a carve-out of " + format_shared(o.carveout));
  }
  if (o.needs_opt_in) {
    lines.emplace_back("  above 48 KiB the kernel must opt in to dynamic shared memory");
  }
  if (launch.cluster_size > 1) {
    lines.emplace_back("  clusters: an upper bound, a GPC may hold fewer");
    if (!o.portable_cluster) lines.emplace_back("  a cluster above 8 blocks is not portable");
  }
  return lines;
}

// "shared memory binds", but "registers bind".
bool is_singular(const std::vector<Resource>& limiters) {
  return limiters.size() == 1 && limiters[0] == Resource::shared_memory;
}

// The first and the last step of a ladder: "registers <= 56/thread -> 9 blocks, 56.3 %".
void ladder_lines(std::vector<std::string>& lines, const Ladder& ladder, const std::string& what,
                  const std::string& unit, bool bytes, const char* cost) {
  const auto shown = [&](std::int64_t value) {
    return bytes ? format_shared(value) : std::to_string(value);
  };
  const auto line = [&](const Step& step, const std::string& tail) {
    lines.push_back(fmt::format("  {} <= {}{} -> {} blocks, {}{}{}", what, shown(step.at_most), unit,
                                step.blocks_per_sm, format_tenths(step.occupancy),
                                fmt::format(" ({} {})", shown(step.given_up), cost), tail));
  };
  if (!ladder.then_refused.empty()) {
    lines.push_back("  " + what + " alone -> no amount makes the launch possible");
    return;
  }
  if (ladder.steps.empty()) {
    lines.push_back("  " + what + " alone -> no gain while " + limiter_text(ladder.then_bind) +
                    (is_singular(ladder.then_bind) ? " binds" : " bind"));
    return;
  }
  const bool only = ladder.steps.size() == 1;
  const std::string end = ", then " + limiter_text(ladder.then_bind);
  line(ladder.steps.front(), only ? end : "");
  if (!only) line(ladder.steps.back(), end);
}

std::string block_size_line(const NextSteps& steps) {
  if (steps.better_blocks.empty()) return "  block size alone -> no gain";
  const BlockSize& best = steps.better_blocks.front();
  std::string text = fmt::format("  block size {} -> {} blocks, {}", best.threads,
                                 best.blocks_per_sm, format_tenths(best.occupancy));
  return text + " (same registers per thread and shared memory per block)";
}

std::string best_sizes_line(const NextSteps& steps) {
  std::string text = fmt::format("  best block sizes here ({}):",
                                 format_tenths(steps.best_blocks.front().occupancy));
  constexpr std::size_t shown = 10;
  for (std::size_t i = 0; i < std::min(shown, steps.best_blocks.size()); ++i) {
    text += " " + std::to_string(steps.best_blocks[i].threads);
  }
  return text + (steps.best_blocks.size() > shown ? " ..." : "");
}

Preformatted next_step_block(const OccupancyPoint& point) {
  const NextSteps steps = next_steps(point);
  Preformatted block;
  block.lines.emplace_back("next step");
  ladder_lines(block.lines, steps.registers, "registers", "/thread", false,
               "fewer: risks spills");
  ladder_lines(block.lines, steps.shared_memory, "shared memory", "", true, "less");
  block.lines.push_back(block_size_line(steps));
  if (!steps.best_blocks.empty()) block.lines.push_back(best_sizes_line(steps));
  return block;
}

std::string open_quantities(const PartialLaunch& asked) {
  std::string text;
  const auto add = [&](bool open, const char* what) {
    if (open) text += (text.empty() ? "" : ", ") + std::string(what);
  };
  add(!asked.threads, "threads");
  add(!asked.registers_per_thread && !asked.registers_per_block, "registers");
  add(!asked.shared_memory, "shared memory");
  return text;
}

Table range_table(const OccupancyRange& range) {
  Table table;
  table.columns = {{"", "end"},
                   {"case", ""},
                   {"threads", "threads", true},
                   {"regs/thread", "registers_per_thread", true},
                   {"shared memory", "shared_memory_bytes", true},
                   {"blocks/SM", "blocks_per_sm", true},
                   {"occupancy", "occupancy", true},
                   {"limited by", "limiters"}};
  const auto add = [&](const char* end, const Completion& c) {
    const std::int64_t shared = c.launch.static_shared_memory + c.launch.dynamic_shared_memory;
    const double fraction = c.occupancy.fraction();
    table.rows.push_back({{end},
                          {end},
                          {std::to_string(c.launch.threads)},
                          {std::to_string(c.launch.registers_per_thread)},
                          {format_shared(shared), std::to_string(shared)},
                          {std::to_string(c.occupancy.blocks_per_sm)},
                          {format_tenths(fraction), raw_number(fraction)},
                          {limiter_text(c.occupancy.limiters())}});
  };
  add("lowest", range.lowest);
  add("highest", range.highest);
  return table;
}

void add_range(Page& page, const OccupancyAnswer& a, const OccupancyPoint& point,
               const OccupancyRange& range) {
  const double low = range.lowest.occupancy.fraction();
  const double high = range.highest.occupancy.fraction();
  page.blocks.emplace_back(Paragraph{
      fmt::format("{} ... {}   depending on what is not given: {}\n{}", format_tenths(low),
                  format_tenths(high), open_quantities(point.asked), device_text(a, *point.limits))});
  page.blocks.emplace_back(range_table(range));
}

void add_single(Page& page, const OccupancyAnswer& a, const OccupancyPoint& point,
                const Occupancy& o, bool explain) {
  page.blocks.emplace_back(Paragraph{headline(a, point, o)});
  page.blocks.emplace_back(occupancy_table(o));
  page.blocks.emplace_back(Preformatted{allocation_notes(point, o)});
  page.blocks.emplace_back(next_step_block(point));
  if (explain) page.blocks.emplace_back(occupancy_arithmetic(point, o));
}

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text != nullptr ? std::string(text.get()) : symbol;
}

std::string occupancy_text(const OccupancyPoint& point) {
  const auto low = point.lowest();
  if (!low) return "n/a (impossible)";
  if (*low == *point.highest()) return format_tenths(*low);
  return format_tenths(*low) + " ... " + format_tenths(*point.highest());
}

std::string limited_by(const OccupancyPoint& point) {
  if (const auto* o = std::get_if<Occupancy>(&point.result)) return limiter_text(o->limiters());
  if (const auto* range = std::get_if<OccupancyRange>(&point.result)) {
    return limiter_text(range->lowest.occupancy.limiters());
  }
  return describe(std::get<Refusals>(point.result).front());
}

std::string blocks_text(const OccupancyPoint& point) {
  if (const auto* o = std::get_if<Occupancy>(&point.result)) return std::to_string(o->blocks_per_sm);
  if (const auto* range = std::get_if<OccupancyRange>(&point.result)) {
    return fmt::format("{} ... {}", range->lowest.occupancy.blocks_per_sm,
                       range->highest.occupancy.blocks_per_sm);
  }
  return "0";
}

template <class T>
Cell optional_cell(const std::optional<T>& value) {
  return value ? Cell{std::to_string(*value)} : Cell{"any", "any"};
}

// Template arguments can fill a screen; the raw name stays whole in CSV and JSON.
std::string shortened(const std::string& name) {
  constexpr std::size_t widest = 36;
  return name.size() <= widest ? name : name.substr(0, widest - 3) + "...";
}

Table points_table(const OccupancyAnswer& a) {
  const bool kernels = !a.points.front().kernel.empty();
  const bool spills = std::ranges::any_of(
      a.points, [](const OccupancyPoint& point) { return point.spill_bytes.value_or(0) > 0; });
  Table table;
  if (kernels) table.columns.push_back({"kernel", "kernel"});
  if (kernels) table.columns.push_back({"cc", "compute_capability"});
  const std::vector<Column> rest = {{"threads", "threads", true},
                                    {"regs/thread", "registers_per_thread", true},
                                    {"shared memory", "shared_memory_bytes", true},
                                    {"blocks/SM", "blocks_per_sm", true},
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
    row.push_back(has_registers ? Cell{std::to_string(launch.registers_per_thread)}
                                : Cell{"any"});
    row.push_back(point.asked.shared_memory
                      ? Cell{format_shared(*point.asked.shared_memory),
                             std::to_string(*point.asked.shared_memory)}
                      : Cell{"any"});
    row.push_back({blocks_text(point)});
    row.push_back({occupancy_text(point)});
    row.push_back({"", raw_number(point.lowest().value_or(0.0))});
    row.push_back({"", raw_number(point.highest().value_or(0.0))});
    row.push_back({limited_by(point)});
    if (spills) row.push_back({fmt::format("{} B", point.spill_bytes.value_or(0)),
                               std::to_string(point.spill_bytes.value_or(0))});
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string best_of(const OccupancyAnswer& a) {
  double best = 0.0;
  for (const OccupancyPoint& point : a.points) best = std::max(best, point.lowest().value_or(0.0));
  std::string text = fmt::format("{} launches, best {}", a.points.size(), format_tenths(best));
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

std::string limiter_text(const std::vector<Resource>& limiters) {
  std::string text;
  for (std::size_t i = 0; i < limiters.size(); ++i) {
    if (i > 0) text += i + 1 == limiters.size() ? " and " : ", ";
    text += plain(limiters[i]);
  }
  return text;
}

std::string device_text(const OccupancyAnswer& a, const SmLimits& limits) {
  const std::string capability = "compute capability " + to_string(limits.capability);
  if (a.device.empty()) return capability;
  return a.device + " (" + capability + ")" +
         (a.default_device ? ", the default device" : "");
}

std::string refusal_text(const Refusal& refusal, const std::string& device) {
  const bool shared = refusal.fault == Fault::shared_memory_per_block ||
                      refusal.fault == Fault::shared_memory_without_opt_in;
  if (shared && refusal.asked > refusal.most) {
    return fmt::format("{} of shared memory per block: at most {} on {}",
                       format_shared(refusal.asked), format_shared(refusal.most), device);
  }
  return describe(refusal) + " on " + device;
}

Table occupancy_table(const Occupancy& o) {
  Table table;
  table.columns = {{"resource", "resource"},
                   {"per block", "per_block", true},
                   {"per SM", "per_sm", true},
                   {"blocks  ", "blocks", true},
                   {fmt::format("used at {}", o.blocks_per_sm), "used", true},
                   {"", "left"},
                   {"left", "", true},
                   {"used", "", true}};
  for (const ResourceUse& use : o.resources) {
    if (use.resource == Resource::barriers && use.capacity == 0) continue;
    const double fraction =
        use.capacity > 0 ? static_cast<double>(use.used) / static_cast<double>(use.capacity) : 0.0;
    table.rows.push_back(
        {{use.resource == Resource::blocks ? "block slots" : plain(use.resource),
          std::string(name(use.resource))},
         {amount(use.resource, use.per_block), std::to_string(use.per_block)},
         {amount(use.resource, use.capacity), std::to_string(use.capacity)},
         {limit_cell(use), use.limited() ? std::to_string(use.max_blocks) : "unlimited"},
         {amount(use.resource, use.used), std::to_string(use.used)},
         {std::to_string(use.left())},
         {amount(use.resource, use.left())},
         {fmt::format("{:.0f} %", 100.0 * fraction)}});
  }
  return table;
}

Page occupancy_page(const OccupancyAnswer& answer, bool explain) {
  Page page;
  if (answer.single() && answer.points.front().kernel.empty()) {
    const OccupancyPoint& point = answer.points.front();
    if (const auto* range = std::get_if<OccupancyRange>(&point.result)) {
      add_range(page, answer, point, *range);
    } else {
      add_single(page, answer, point, std::get<Occupancy>(point.result), explain);
    }
    return page;
  }
  const bool one_device = answer.points.front().kernel.empty() || !answer.device.empty();
  page.blocks.emplace_back(Paragraph{
      best_of(answer) +
      (one_device ? "\n" + device_text(answer, *answer.points.front().limits) : std::string())});
  page.blocks.emplace_back(points_table(answer));
  if (!answer.swept.empty()) page.blocks.emplace_back(occupancy_curve(answer));
  if (explain) {
    for (const OccupancyPoint& point : answer.points) {
      if (const auto* o = std::get_if<Occupancy>(&point.result)) {
        page.blocks.emplace_back(occupancy_arithmetic(point, *o));
      }
    }
  }
  return page;
}

}  // namespace gpumodel
