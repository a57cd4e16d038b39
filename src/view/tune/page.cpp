#include "src/view/tune/page.hpp"

#include <fmt/format.h>

#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

// Of what there was to choose.
std::string launch_text(const SweepPlan& plan, const SweepPoint& point) {
  std::string text;
  for (std::size_t i = 0; i < plan.axes().size(); ++i) {
    if (plan.axes()[i].values.is_single()) continue;
    text += (text.empty() ? "" : " ") + plan.axes()[i].name + "=" + to_string(point.values[i]);
  }
  return text;
}

std::string times_text(double ratio) {
  return fmt::format("{:.3g}x", ratio);
}

Paragraph answer_line(const TuneAnswer& a) {
  const SweepPlan& plan = *a.plan;
  const SweepPoint& choice = a.choice();
  std::string text =
      fmt::format("{} on {}{}: {} with {}", plan.ask().kernel->kernel.id, plan.gpu(0).name,
                  plan.ask().default_device ? default_device_mark : "",
                  format_estimate(*choice.time), launch_text(plan, choice));
  if (!a.now) return {text};
  const double loss = *a.loss();
  if (loss <= 0.0) return {text + ", as it stands"};
  return {text + fmt::format(", {} the launch as it stands ({})",
                             loss < 0.1 ? format_percent(loss) + " better than"
                                        : times_text(1.0 + loss) + " as fast as",
                             format_estimate(*a.now->time))};
}

std::string looked_at(const TuneAnswer& a) {
  const SweepPlan& plan = *a.plan;
  std::string text = fmt::format("{} launches, model {}, L2 {} at the start", a.points.size(),
                                 plan.ask().model->name, to_string(plan.ask().cache));
  if (a.impossible > 0) text += fmt::format("; {} cannot run: {}", a.impossible, a.first_reason);
  if (a.other_work > 0) text += fmt::format("; {} left out, which do other work", a.other_work);
  return text;
}

Table plateau_table(const TuneAnswer& a) {
  const SweepPlan& plan = *a.plan;
  Table table;
  table.caption = "as good as the best";
  table.columns = {{"launch", "launch"}, {"time", "time_s"}, {"of the best", "ratio", true},
                   {"", "ratio_low"},    {"", "ratio_high"}, {"limit", "bound"},
                   {"why", "why"}};
  constexpr std::size_t most_rows = 12;
  for (const Tie& tie : a.plateau) {
    if (table.rows.size() == most_rows) break;
    const SweepPoint& point = a.points[tie.point];
    const std::string why = tie.point == 0                         ? "the shortest time"
                            : tie.ratio <= 1.0 + launch_resolution ? "within 3 %"
                                                                   : "interval of the ratio";
    table.rows.push_back({{launch_text(plan, point)},
                          {format_estimate(*point.time), raw_number(point.time->value.si)},
                          {fmt::format("{:.3f}", tie.ratio), raw_number(tie.ratio)},
                          {"", raw_number(tie.low)},
                          {"", raw_number(tie.high)},
                          {std::string(point.bound)},
                          {why}});
  }
  if (a.plateau.size() > most_rows) {
    table.caption += fmt::format(", the first {} of {}", most_rows, a.plateau.size());
  }
  return table;
}

Table worth_table(const TuneAnswer& a) {
  Table table;
  table.caption = "what each is worth, the others at their best";
  table.columns = {{"parameter", "parameter"},
                   {"now", "now", true},
                   {"choice", "choice", true},
                   {"gain", "gain", true},
                   {"worst value", "spread", true}};
  for (const AxisWorth& worth : a.worth) {
    table.rows.push_back(
        {{a.plan->axes()[worth.axis].name},
         worth.now ? Cell{to_string(*worth.now)} : Cell{"n/a (not stated)", "null"},
         {to_string(worth.best)},
         worth.gain ? Cell{times_text(*worth.gain), raw_number(*worth.gain)}
                    : Cell{"n/a (not tried)", "null"},
         {times_text(worth.spread), raw_number(worth.spread)}});
  }
  return table;
}

}  // namespace

std::string command_of(const TuneAnswer& a, const SweepPoint& point) {
  const SweepAsk& ask = a.plan->ask();
  std::string text = "gpumodel predict " + ask.kernel->kernel.id + " --device " + a.plan->gpu(0).id;
  if (ask.model != &default_model()) text += " --model " + std::string(ask.model->name);
  if (ask.cache != CacheStart::cold) text += " --cache " + std::string(to_string(ask.cache));
  for (std::size_t i = 0; i < point.values.size(); ++i) {
    const SweepAxis& axis = a.plan->axes()[i];
    if (axis.kind == SweepAxis::Kind::parameter) {
      text += " -D " + axis.name + "=" + to_string(point.values[i]);
    } else if (axis.kind == SweepAxis::Kind::streams) {
      text += " --streams " + to_string(point.values[i]);
    }
  }
  return text;
}

Page tune_page(const TuneAnswer& a) {
  Page page;
  page.blocks.emplace_back(answer_line(a));
  page.blocks.emplace_back(Paragraph{looked_at(a)});
  page.add(plateau_table(a));
  page.add(worth_table(a));
  std::vector<std::string> more;
  if (a.fewer_registers) {
    more.push_back(fmt::format("registers per thread {} -> {}: {}, if the compiler needs no more",
                               a.fewer_registers->from, a.fewer_registers->to,
                               format_error(a.fewer_registers->change)));
  }
  if (a.overlap) {
    more.push_back(fmt::format("with its copies: {} in {} and {}, {} one after the other",
                               format_estimate(a.overlap->time),
                               counted(static_cast<std::size_t>(a.overlap->streams), "stream"),
                               counted(static_cast<std::size_t>(a.overlap->chunks), "chunk"),
                               format_time(a.overlap->serial)));
  }
  for (std::string& line : more) page.blocks.emplace_back(Paragraph{std::move(line)});
  bool in_the_file = false;  // of the launch, where it states numbers
  for (const SweepAxis& axis : a.plan->axes()) {
    in_the_file |= axis.kind == SweepAxis::Kind::threads || axis.kind == SweepAxis::Kind::registers;
  }
  page.blocks.emplace_back(Paragraph{in_the_file ? "the launch is in the kernel's file: " +
                                                       a.plan->ask().kernel->text.shown
                                                 : "again: " + command_of(a, a.choice())});
  return page;
}

}  // namespace gpumodel
