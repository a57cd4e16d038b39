#include "src/view/validate/waterfall.hpp"

#include <fmt/format.h>

#include "src/io/text/format.hpp"

namespace gpumodel {

Cell error_cell(double error) {
  return {format_error(error), raw_number(error)};
}

std::string largest_text(const Waterfall& why) {
  const std::optional<std::size_t> step = why.largest();
  if (!step) return "none";
  return fmt::format("{} {}", to_string(why.steps[*step].input),
                     format_error(why.steps[*step].time_s / why.before(*step) - 1.0));
}

namespace {

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

}  // namespace

void add_waterfall(const ValidateAnswer& answer, const JudgedPoint& judged, Page& page) {
  const std::optional<Waterfall>& why = judged.prediction.why;
  if (why) page.blocks.emplace_back(waterfall_table(*why, *judged.answer));
  page.blocks.emplace_back(
      Paragraph{why ? cause_sentence(*why, answer.tolerance) : nothing_counted});
}

}  // namespace gpumodel
