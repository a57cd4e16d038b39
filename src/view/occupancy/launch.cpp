// One launch: the number, what limits it, the use of every resource and the next step.
#include <fmt/format.h>

#include <algorithm>

#include "src/io/text/format.hpp"
#include "src/view/occupancy/page.hpp"

namespace gpumodel {
namespace {

std::string amount(Resource resource, std::int64_t value) {
  return resource == Resource::shared_memory ? format_shared(value) : std::to_string(value);
}

std::string limit_cell(const ResourceUse& use) {
  if (!use.limited()) return "no limit";
  return std::to_string(use.max_blocks) + (use.limiting ? " <" : "  ");
}

std::string headline(const OccupancyAnswer& a, const OccupancyPoint& point, const Occupancy& o) {
  std::string text = fmt::format(
      "{}   {} block{}/SM, {} of {} warps, limited by {}{}\n{}", format_tenths(o.fraction()),
      o.blocks_per_sm, o.blocks_per_sm == 1 ? "" : "s", o.warps_per_sm, o.max_warps_per_sm,
      limiter_text(o.limiters()), default_mark(a), device_text(a, *point.limits));
  const std::string idle = idle_lanes_text(*point.asked.threads, *point.limits);
  return idle.empty() ? text : text + "\n" + idle;
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
  const std::optional<std::int64_t> per_block = point.asked.registers_per_block;
  if (per_block && !point.asked.registers_per_thread && *per_block % launch.threads != 0) {
    lines.push_back(fmt::format("  {} registers for {} threads: rounded up to {} each", *per_block,
                                launch.threads, launch.registers_per_thread));
  }
  if (limits.carveouts.size() > 1) {
    std::string line = "  shared memory per SM: a carve-out of " + format_shared(o.carveout);
    if (launch.carveout && *launch.carveout != o.carveout) {
      line += ", the next one for " + format_shared(*launch.carveout);
    }
    lines.push_back(std::move(line));
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

std::string no_gain(const Ladder& ladder) {
  if (!ladder.then_refused.empty()) return "no amount makes the launch possible";
  return "no gain while " + limiter_text(ladder.then_bind) +
         (is_singular(ladder.then_bind) ? " binds" : " bind");
}

// The first and the last step of a ladder: "registers <= 56/thread -> 9 blocks, 56.3 %".
void ladder_lines(std::vector<std::string>& lines, const Ladder& ladder, Resource resource) {
  const bool bytes = resource == Resource::shared_memory;
  const auto shown = [&](std::int64_t value) {
    return bytes ? format_shared(value) : std::to_string(value);
  };
  const std::string what = limiter_text({resource});
  if (ladder.steps.empty()) {
    lines.push_back("  " + what + " alone -> " + no_gain(ladder));
    return;
  }
  const auto line = [&](const Step& step) {
    lines.push_back(fmt::format(
        "  {} <= {}{} -> {}, {}  ({} {})", what, shown(step.at_most), bytes ? "" : "/thread",
        counted(static_cast<std::size_t>(step.blocks_per_sm), "block"),
        format_tenths(step.occupancy), shown(step.given_up), bytes ? "less" : "fewer: may spill"));
  };
  if (ladder.steps.size() > 1) line(ladder.steps.front());
  line(ladder.steps.back());
  lines.push_back("    then " + limiter_text(ladder.then_bind) +
                  (is_singular(ladder.then_bind) ? " binds" : " bind"));
}

std::string block_size_line(const NextSteps& steps) {
  if (steps.better_blocks.empty()) return "  block size alone -> no gain";
  const BlockSize& best = steps.better_blocks.front();
  std::string text = fmt::format("  block size {} -> {} blocks, {}", best.threads,
                                 best.blocks_per_sm, format_tenths(best.occupancy));
  return text + "  (registers per thread as they are)";
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
  ladder_lines(block.lines, steps.registers, Resource::registers);
  ladder_lines(block.lines, steps.shared_memory, Resource::shared_memory);
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
                   {"regs", "registers_per_thread", true},
                   {"shared", "shared_memory_bytes", true},
                   {"blocks", "blocks_per_sm", true},
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
        {{use.resource == Resource::blocks ? "block slots" : limiter_text({use.resource}),
          std::string(name(use.resource))},
         {amount(use.resource, use.per_block), std::to_string(use.per_block)},
         {amount(use.resource, use.capacity), std::to_string(use.capacity)},
         {limit_cell(use), use.limited() ? std::to_string(use.max_blocks) : std::string()},
         {amount(use.resource, use.used), std::to_string(use.used)},
         {std::to_string(use.left())},
         {amount(use.resource, use.left())},
         {fmt::format("{:.0f} %", 100.0 * fraction)}});
  }
  return table;
}

// One end of a range as a launch of its own.
OccupancyPoint as_point(const OccupancyPoint& point, const Completion& end) {
  PartialLaunch asked;
  asked.threads = end.launch.threads;
  asked.registers_per_thread = end.launch.registers_per_thread;
  asked.shared_memory = end.launch.static_shared_memory + end.launch.dynamic_shared_memory;
  asked.others = end.launch;
  return {{}, point.limits, asked, {}, end.occupancy};
}

void add_range(Page& page, const OccupancyAnswer& a, const OccupancyPoint& point,
               const OccupancyRange& range, bool explain) {
  const double low = range.lowest.occupancy.fraction();
  const double high = range.highest.occupancy.fraction();
  std::string head =
      fmt::format("{} ... {}   depending on {}{}\n{}", format_tenths(low), format_tenths(high),
                  open_quantities(point.asked), default_mark(a), device_text(a, *point.limits));
  if (point.asked.threads) {
    const std::string idle = idle_lanes_text(*point.asked.threads, *point.limits);
    if (!idle.empty()) head += "\n" + idle;
  }
  page.blocks.emplace_back(Paragraph{std::move(head)});
  page.blocks.emplace_back(range_table(range));
  if (!explain) return;
  for (const Completion* end : {&range.lowest, &range.highest}) {
    page.blocks.emplace_back(Paragraph{end == &range.lowest ? "lowest" : "highest"});
    page.blocks.emplace_back(occupancy_arithmetic(as_point(point, *end), end->occupancy));
  }
}

void add_single(Page& page, const OccupancyAnswer& a, const OccupancyPoint& point,
                const Occupancy& o, bool explain) {
  page.blocks.emplace_back(Paragraph{headline(a, point, o)});
  page.blocks.emplace_back(occupancy_table(o));
  page.blocks.emplace_back(Preformatted{allocation_notes(point, o)});
  page.blocks.emplace_back(next_step_block(point));
  if (explain) page.blocks.emplace_back(occupancy_arithmetic(point, o));
}

}  // namespace

void add_launch(Page& page, const OccupancyAnswer& answer, bool explain) {
  const OccupancyPoint& point = answer.points.front();
  if (const auto* range = std::get_if<OccupancyRange>(&point.result)) {
    add_range(page, answer, point, *range, explain);
  } else {
    add_single(page, answer, point, std::get<Occupancy>(point.result), explain);
  }
}

}  // namespace gpumodel
