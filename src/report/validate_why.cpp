#include "src/report/validate_why.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "src/report/format.hpp"
#include "src/report/validate_tables.hpp"

namespace gpumodel {
namespace {

Cell error_cell(double error) {
  return {format_error(error), raw_number(error)};
}

const Waterfall& of(const ValidateAnswer& answer, std::size_t index) {
  return *answer.points[index].prediction.why;
}

std::string largest_text(const Waterfall& why) {
  const std::optional<std::size_t> step = why.largest();
  if (!step) return "none";
  return fmt::format("{} {}", to_string(why.steps[*step].input),
                     format_error(why.steps[*step].time_s / why.before(*step) - 1.0));
}

std::string cause_sentence(const Waterfall& why, double tolerance) {
  const std::string_view bound = why.steps.back().bound;
  switch (why.cause(tolerance)) {
    case ErrorCause::small:
      return "why: the error is small";
    case ErrorCause::input:
      return fmt::format("why: an input. Counted inputs leave {} of {}; most moves: {}",
                         format_error(why.error_after()), format_error(why.error_before()),
                         largest_text(why));
    case ErrorCause::equation:
      return fmt::format(
          "why: an equation, or what is not counted. Counted inputs leave {} of {}; then bound "
          "by {}",
          format_error(why.error_after()), format_error(why.error_before()), bound);
    case ErrorCause::hidden:
      return fmt::format(
          "why: errors make up for one another. With counted inputs {} are left of {}; then bound "
          "by {}",
          format_error(why.error_after()), format_error(why.error_before()), bound);
  }
  return {};
}

std::vector<Cell> step_row(const Waterfall& why, std::size_t i) {
  const WaterfallStep& step = why.steps[i];
  std::vector<Cell> row = {{std::string(title_of(step.input)), std::string(to_string(step.input))}};
  if (!step.counted) {
    row.insert(row.end(), {{"not counted", "null"}, {"", "null"}, {"", "null"}, {"", "null"}});
    return row;
  }
  row.insert(row.end(), {{format_time({step.time_s}), raw_number(step.time_s)},
                         error_cell(step.time_s / why.before(i) - 1.0),
                         error_cell(why.relative(step.time_s)),
                         {std::string(step.bound)}});
  return row;
}

Table waterfall_table(const Waterfall& why, const ModelAnswer& answer) {
  Table table;
  table.caption = "counted instead of predicted, one on top of the other";
  table.columns = {{"input", "input"},
                   {"time", "time_s", true},
                   {"change", "relative_change", true},
                   {"error", "relative_error", true},
                   {"bound by", "bound"}};
  table.rows.push_back({{"predicted"},
                        {format_time({why.predicted_s}), raw_number(why.predicted_s)},
                        {"", "null"},
                        error_cell(why.error_before()),
                        {std::string(answer.bound)}});
  for (std::size_t i = 0; i < why.steps.size(); ++i) table.rows.push_back(step_row(why, i));
  table.rows.push_back({{"measured"},
                        {format_time({why.measured_s}), raw_number(why.measured_s)},
                        {"", "null"},
                        {"", "null"},
                        {"", "null"}});
  return table;
}

void add_row(const std::string& name, const WaterfallRow& row, bool first, Table& table) {
  table.rows.push_back({{name},
                        first ? Cell{"", "null"} : Cell{std::to_string(row.counted)},
                        {format_percent(row.median_ape), raw_number(row.median_ape)},
                        {format_percent(row.mape), raw_number(row.mape)}});
}

Table summary_table(const WaterfallSummary& summary) {
  Table table;
  table.caption = "counted instead of predicted, one on top of the other";
  table.columns = {{"input", "input"},
                   {"counted", "counted", true},
                   {"median error", "median_ape", true},
                   {"MAPE", "mape", true}};
  add_row("predicted", summary.predicted, true, table);
  for (std::size_t i = 0; i < summary.steps.size(); ++i) {
    add_row(std::string(title_of(all_counted_inputs[i])), summary.steps[i], false, table);
  }
  return table;
}

std::string causes_text(const WaterfallSummary& summary, double tolerance) {
  const auto n = [&](ErrorCause cause) { return summary.causes[static_cast<std::size_t>(cause)]; };
  return fmt::format(
      "why, of {} with counters: {} within {} either way; {} mostly a wrong input; {} mostly an "
      "equation, or what is not counted; {} within it only because errors make up for one another",
      counted(summary.points, "point"), n(ErrorCause::small), format_percent(tolerance),
      n(ErrorCause::input), n(ErrorCause::equation), n(ErrorCause::hidden));
}

// "2^20" for 1048576.
std::string short_number(Number value) {
  const std::int64_t n = value.is_integer() ? value.integer() : 0;
  const bool power = n >= 1024 && std::has_single_bit(static_cast<std::uint64_t>(n));
  return power ? fmt::format("2^{}", std::countr_zero(static_cast<std::uint64_t>(n)))
               : to_string(value);
}

// What tells the point from others of its kernel: parameters that differ, and the start of L2.
std::string short_text(const ValidateAnswer& answer, const Point& point) {
  std::string text;
  for (const ParameterValue& parameter : point.parameters) {
    const bool differs = std::ranges::any_of(answer.points, [&](const JudgedPoint& other) {
      const auto value = find_parameter(other.point, parameter.name);
      return other.point.kernel == point.kernel && value &&
             to_string(*value) != to_string(parameter.value);
    });
    if (differs) text += parameter.name + "=" + short_number(parameter.value) + " ";
  }
  return text + std::string(to_string(point.cache));
}

std::vector<Cell> list_row(const ValidateAnswer& answer, std::size_t index) {
  const Point& point = answer.points[index].point;
  const Waterfall& why = of(answer, index);
  std::vector<Cell> row = {{point.kernel},
                           {short_text(answer, point), point_text(point)},
                           error_cell(why.error_before())};
  for (const WaterfallStep& step : why.steps) {
    row.push_back(step.counted ? error_cell(why.relative(step.time_s)) : Cell{"-", "null"});
  }
  row.push_back({std::string(to_string(why.cause(answer.tolerance)))});
  row.push_back({std::string(why.steps.back().bound)});
  return row;
}

// Errors after each step. With titles only where `people` are to see it.
Table list_table(const ValidateAnswer& answer, std::span<const std::size_t> chosen, bool people) {
  const auto title = [&](std::string_view text) { return people ? std::string(text) : ""; };
  const auto short_title = [](CountedInput input) -> std::string_view {
    return input == CountedInput::instructions ? "instr."
           : input == CountedInput::occupancy  ? "blocks"
                                               : to_string(input);
  };
  Table table;
  table.columns = {{"", "kernel"}, {title("point"), "point"}, {title("error"), "predicted", true}};
  for (const CountedInput input : all_counted_inputs) {
    table.columns.push_back({title(short_title(input)), std::string(to_string(input)), true});
  }
  table.columns.insert(table.columns.end(), {{title("why"), "cause"}, {"", "bound"}});
  for (const std::size_t index : chosen) table.rows.push_back(list_row(answer, index));
  return table;
}

Table worst_table(const ValidateAnswer& answer) {
  Table table;
  table.caption = "largest errors";
  table.columns = {{"kernel"},           {"point"}, {"error", "", true}, {"counted", "", true},
                   {"largest step", ""}, {"why"},   {"then bound by"}};
  for (const std::size_t index : worst_explained(answer, worst_told)) {
    const Point& point = answer.points[index].point;
    const Waterfall& why = of(answer, index);
    table.rows.push_back({{point.kernel},
                          {short_text(answer, point)},
                          error_cell(why.error_before()),
                          error_cell(why.error_after()),
                          {largest_text(why)},
                          {std::string(to_string(why.cause(answer.tolerance)))},
                          {std::string(why.steps.back().bound)}});
  }
  return table;
}

constexpr const char* nothing_counted =
    "why: n/a (it takes hardware counters and a kernel that states its accesses)";

}  // namespace

std::vector<std::size_t> explained_points(const ValidateAnswer& answer) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < answer.points.size(); ++i) {
    if (answer.points[i].prediction.why) all.push_back(i);
  }
  return all;
}

std::vector<std::size_t> worst_explained(const ValidateAnswer& answer, std::size_t n) {
  std::vector<std::size_t> all = explained_points(answer);
  std::ranges::stable_sort(all, std::greater{},
                           [&](std::size_t i) { return std::abs(of(answer, i).error_before()); });
  all.resize(std::min(n, all.size()));
  return all;
}

WaterfallSummary why_summary(const ValidateAnswer& answer) {
  std::vector<const Waterfall*> all;
  for (const std::size_t index : explained_points(answer)) all.push_back(&of(answer, index));
  return summary_of(all, answer.tolerance);
}

void add_waterfall(const ValidateAnswer& answer, const JudgedPoint& judged, Page& page) {
  const std::optional<Waterfall>& why = judged.prediction.why;
  if (why) page.blocks.emplace_back(waterfall_table(*why, *judged.answer));
  page.blocks.emplace_back(
      Paragraph{why ? cause_sentence(*why, answer.tolerance) : nothing_counted});
}

void add_why(const ValidateAnswer& answer, Page& page) {
  const WaterfallSummary summary = why_summary(answer);
  if (summary.points == 0) {
    page.blocks.emplace_back(Paragraph{nothing_counted});
    return;
  }
  page.blocks.emplace_back(summary_table(summary));
  page.blocks.emplace_back(Paragraph{causes_text(summary, answer.tolerance)});
  const bool one_kernel = rows_by_kernel(answer.points, *answer.model).size() == 1;
  if (!one_kernel) page.blocks.emplace_back(worst_table(answer));
  Table list = list_table(answer, explained_points(answer), one_kernel);
  if (one_kernel) list.caption = "errors after each step";
  page.blocks.emplace_back(std::move(list));
}

}  // namespace gpumodel
