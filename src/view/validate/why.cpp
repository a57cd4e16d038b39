#include "src/view/validate/why.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "src/io/text/format.hpp"
#include "src/view/validate/tables.hpp"
#include "src/view/validate/waterfall.hpp"

namespace gpumodel {
namespace {

// In a column of percents.
Cell bare_percent(double error) {
  std::string text = format_error(error);
  return {text.substr(0, text.size() - 2), raw_number(error)};
}

const Waterfall& of(const ValidateAnswer& answer, std::size_t index) {
  return *answer.points[index].prediction.why;
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
  std::vector<Cell> row = {{point.kernel}, bare_percent(why.error_before())};
  for (const WaterfallStep& step : why.steps) {
    row.push_back(step.counted ? bare_percent(why.relative(step.time_s)) : Cell{"-", "null"});
  }
  row.push_back({std::string(to_string(why.cause(answer.tolerance)))});
  row.push_back({"", std::string(why.steps.back().bound)});
  row.push_back({short_text(answer, point), point_text(point)});
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
  table.columns = {{"", "kernel"}, {title("error"), "predicted", true}};
  for (const CountedInput input : all_counted_inputs) {
    table.columns.push_back({title(short_title(input)), std::string(to_string(input)), true});
  }
  table.columns.insert(table.columns.end(),
                       {{title("why"), "cause"}, {"", "bound"}, {title("point"), "point"}});
  for (const std::size_t index : chosen) table.rows.push_back(list_row(answer, index));
  return table;
}

Table worst_table(const ValidateAnswer& answer) {
  Table table;
  table.caption = "largest errors";
  table.columns = {
      {"kernel"}, {"error", "", true}, {"counted", "", true}, {"largest step"}, {"why"}, {"point"}};
  for (const std::size_t index : worst_explained(answer, worst_told)) {
    const Point& point = answer.points[index].point;
    const Waterfall& why = of(answer, index);
    table.rows.push_back({{point.kernel},
                          error_cell(why.error_before()),
                          error_cell(why.error_after()),
                          {largest_text(why)},
                          {std::string(to_string(why.cause(answer.tolerance)))},
                          {short_text(answer, point)}});
  }
  return table;
}

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
  if (one_kernel) list.caption = "errors after each step, in percent";
  page.blocks.emplace_back(std::move(list));
}

}  // namespace gpumodel
