#include "src/view/sweep/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_rows = 40;  // of points one by one

std::string value_text(Number value) {
  return to_string(value);
}

Cell time_cell(const SweepPoint& point) {
  if (!point.time) return {"n/a (" + point.reason + ")", "null"};
  return {format_estimate_and_interval(*point.time), raw_number(point.time->value.si)};
}

// Values that the whole sweep shares are said once, above.
std::vector<std::size_t> varied_axes(const SweepPlan& plan) {
  std::vector<std::size_t> axes;
  for (std::size_t i = 0; i < plan.axes().size(); ++i) {
    if (!plan.axes()[i].values.is_single()) axes.push_back(i);
  }
  return axes;
}

Table point_table(const SweepPlan& plan, const std::vector<const SweepPoint*>& points,
                  std::string caption) {
  Table table;
  table.caption = std::move(caption);
  const std::vector<std::size_t> axes = varied_axes(plan);
  table.columns.push_back({"device", "device"});
  for (const std::size_t axis : axes) {
    table.columns.push_back({plan.axes()[axis].name, plan.axes()[axis].name, true});
  }
  table.columns.push_back({"time", "time_s"});
  table.columns.push_back({"limit", "bound"});
  for (const SweepPoint* point : points) {
    std::vector<Cell> row = {{plan.gpu(point->device).id}};
    for (const std::size_t axis : axes) row.push_back({value_text(point->values[axis])});
    row.push_back(time_cell(*point));
    std::string bound(point->bound);
    row.push_back({bound.empty() ? "n/a" : point->fits ? bound : bound + ", does not fit"});
    table.rows.push_back(std::move(row));
  }
  return table;
}

// The work of the best points: "N=268435456".
std::string work_text(const SweepPlan& plan, const SweepPoint& point) {
  std::string text;
  for (const std::size_t axis : varied_axes(plan)) {
    if (plan.axes()[axis].is_choice) continue;
    text +=
        (text.empty() ? "" : " ") + plan.axes()[axis].name + "=" + value_text(point.values[axis]);
  }
  return text;
}

// The way to do it: "bx=64 by=8".
std::string choice_text(const SweepPlan& plan, const SweepPoint& point) {
  std::string text;
  for (const std::size_t axis : varied_axes(plan)) {
    if (!plan.axes()[axis].is_choice) continue;
    text +=
        (text.empty() ? "" : " ") + plan.axes()[axis].name + "=" + value_text(point.values[axis]);
  }
  return text;
}

Paragraph headline(const SweepAnswer& a) {
  const SweepPlan& plan = a.plan;
  const SweepPoint* best = a.summary.best_of_all();
  const std::string points =
      fmt::format("{} point{}", a.summary.seen(), a.summary.seen() == 1 ? "" : "s");
  const std::string& kernel = plan.ask().kernel->kernel.id;
  if (best == nullptr) {
    return {fmt::format("{}: no best of {}: none has a time and fits its device", kernel, points)};
  }
  const std::string work = work_text(plan, *best);
  const std::string choice = choice_text(plan, *best);
  return {fmt::format("{}: best of {}{}: {} on {}{}{}", kernel, points,
                      work.empty() ? "" : " at " + work, format_estimate(*best->time),
                      plan.gpu(best->device).name, choice.empty() ? "" : " with " + choice,
                      plan.ask().default_device ? default_device_mark : "")};
}

std::string conditions(const SweepAnswer& a) {
  const SweepPlan& plan = a.plan;
  std::string text = fmt::format("model {}, L2 {} at the start", plan.ask().model->name,
                                 to_string(plan.ask().cache));
  for (const SweepAxis& axis : plan.axes()) {
    if (axis.values.is_single()) text += ", " + axis.name + "=" + value_text(axis.values.at(0));
  }
  if (plan.overlaps()) text += "; times of copies and kernel together";
  if (a.summary.without_time() > 0) {
    text += fmt::format("; {} without a time, the first: {}", a.summary.without_time(),
                        a.summary.first_reason());
  }
  if (a.summary.too_large() > 0) {
    text += fmt::format("; {} do not fit their device", a.summary.too_large());
  }
  return text;
}

Table crossover_table(const SweepAnswer& a) {
  Table table;
  table.caption = "where the limit changes";
  table.columns = {{"parameter", "parameter"}, {"at", "value", true},
                   {"from", "from"},           {"to", "to"},
                   {"device", "device"},       {"lines", "lines", true}};
  for (const Crossover& each : a.summary.crossovers()) {
    const SweepAxis& axis = a.plan.axes()[each.axis];
    table.rows.push_back({{axis.name},
                          {value_text(axis.values.at(each.index))},
                          {std::string(each.from)},
                          {std::string(each.to)},
                          {a.plan.gpu(each.device).id},
                          {std::to_string(each.lines)}});
  }
  return table;
}

}  // namespace

Page sweep_page(const SweepAnswer& a) {
  Page page;
  page.blocks.emplace_back(headline(a));
  page.blocks.emplace_back(Paragraph{conditions(a)});
  if (a.points.size() > 1 && a.points.size() <= most_rows) {
    std::vector<const SweepPoint*> all;
    for (const SweepPoint& point : a.points) all.push_back(&point);
    page.add(point_table(a.plan, all, {}));
  }
  std::vector<const SweepPoint*> best;
  for (const auto& each : a.summary.best()) {
    if (each) best.push_back(&*each);
  }
  if (a.summary.seen() > 1 && !best.empty()) {
    const std::string work = work_text(a.plan, *best.front());
    page.add(
        point_table(a.plan, best, "best of each device" + (work.empty() ? "" : " at " + work)));
  }
  Table crossovers = crossover_table(a);
  constexpr std::size_t most_shown = 20;
  const std::size_t left_out =
      crossovers.rows.size() > most_shown ? crossovers.rows.size() - most_shown : 0;
  crossovers.rows.resize(crossovers.rows.size() - left_out);
  page.add(std::move(crossovers));
  if (left_out > 0) {
    page.blocks.emplace_back(
        Paragraph{fmt::format("{} more changes of the limit: --json FILE has all", left_out)});
  }
  if (a.summary.seen() > most_rows) {
    page.blocks.emplace_back(
        Paragraph{"all points: --csv FILE or --jsonl FILE; --svg FILE draws them"});
  }
  return page;
}

}  // namespace gpumodel
