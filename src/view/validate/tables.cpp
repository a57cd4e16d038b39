#include "src/view/validate/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "src/io/text/format.hpp"
#include "src/view/validate/error_tables.hpp"
#include "src/view/validate/sums.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_rows = 20;  // of a list of troubles, for people

// Why a point does not count, or not fully; empty where all is well.
std::string trouble_of(const JudgedPoint& judged) {
  if (!judged.point.is_measured()) {
    return std::string(to_string(judged.point.status)) + ": " + judged.point.reason;
  }
  if (!judged.answer) return "not predicted: " + judged.prediction.reason;
  std::string text;
  for (const std::string& doubt : judged.doubts) text += (text.empty() ? "" : "; ") + doubt;
  return text;
}

Cell or_unknown(const std::optional<double>& value) {
  return value ? Cell{"", raw_number(*value)} : Cell{"", "null"};
}

std::string sets_of(const JudgedPoint& judged) {
  std::string text;
  for (const std::string& set : judged.sets) text += (text.empty() ? "" : " ") + set;
  return text;
}

std::vector<Cell> point_row(const JudgedPoint& judged) {
  const Point& point = judged.point;
  const bool timed = point.time.has_value();
  const auto& answer = judged.answer;
  return {{"", point.kernel},
          {"", std::string(to_string(point.backend))},
          {"", parameter_text(point)},
          {"", std::string(to_string(point.cache))},
          {"", std::string(to_string(judged.verdict))},
          or_unknown(answer ? std::optional(answer->time_s) : std::nullopt),
          or_unknown(answer ? std::optional(answer->low_s) : std::nullopt),
          or_unknown(answer ? std::optional(answer->high_s) : std::nullopt),
          or_unknown(timed ? std::optional(point.time->median_s) : std::nullopt),
          or_unknown(timed ? std::optional(point.time->spread()) : std::nullopt),
          or_unknown(judged.relative_error()),
          {"", answer ? std::string(answer->bound) : "null"},
          {"", sets_of(judged)},
          {"", judged.counts ? "true" : "false"},
          {"", trouble_of(judged)}};
}

std::size_t family_count(const ValidateAnswer& answer) {
  return static_cast<std::size_t>(std::ranges::count_if(
      rows_by_set(answer.points, answer.sets, *answer.model),
      [](const PointSetRow& row) { return row.set != changed_by_compiler && row.errors.n > 0; }));
}

}  // namespace

std::string point_text(const Point& point) {
  std::string text = parameter_text(point);
  if (point.backend != BackendKind::cuda) text += " " + std::string(to_string(point.backend));
  return text + " " + std::string(to_string(point.cache));
}

Table model_table(const ValidateAnswer& answer) {
  Table table;
  table.caption = "models";
  table.columns = {{"model", "model"}, {"n", "n", true}};
  table.columns.insert(table.columns.end(), error_columns().begin(), error_columns().end());
  table.columns.insert(table.columns.end(), {{"median |ln|", "median_abs_log_ratio", true},
                                             {"", "interval_coverage"},
                                             {"", "limiter_agreement"}});
  for (const Model& model : models()) {
    const ErrorStatistics errors = summed_errors(answer, model);
    std::vector<Cell> row = {{std::string(model.name)}, {std::to_string(errors.n)}};
    add_errors(row, errors);
    const bool any = errors.n > 0;
    row.push_back(any ? Cell{fmt::format("{:.3f}", errors.median_abs_log_ratio),
                             raw_number(errors.median_abs_log_ratio)}
                      : Cell{"n/a", "null"});
    row.push_back({"", any ? raw_number(errors.interval_coverage) : "null"});
    row.push_back({"", errors.limiter_agreement ? raw_number(*errors.limiter_agreement) : "null"});
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table set_table(const ValidateAnswer& answer) {
  Table table;
  table.caption = fmt::format("sets, model {}", answer.model->name);
  table.columns = {{"set", "set"}, {"", "counts"}, {"", "points"}, {"n", "n", true}};
  table.columns.insert(table.columns.end(), error_columns().begin(), error_columns().end());
  for (Column& column : table.columns) {
    if (column.key == "bias" || column.key == "within_25pct") column.title.clear();  // 80 columns
  }
  table.columns.insert(table.columns.end(), {{"interval", "interval_coverage", true},
                                             {"limiters", "limiter_agreement", true}});
  for (const PointSetRow& set : rows_by_set(answer.points, answer.sets, *answer.model)) {
    const ErrorStatistics& errors = set.errors;
    std::vector<Cell> row = {{set.set},
                             {"", set.counts ? "true" : "false"},
                             {"", std::to_string(set.points)},
                             {std::to_string(errors.n)}};
    add_errors(row, errors);
    row.push_back(errors.n > 0 ? percent_cell(errors.interval_coverage) : Cell{"n/a", "null"});
    row.push_back(errors.limiter_agreement ? percent_cell(*errors.limiter_agreement)
                                           : Cell{"n/a", "null"});
    table.rows.push_back(std::move(row));
  }
  return table;
}

bool are_generated(const ValidateAnswer& answer) {
  return std::ranges::any_of(
      answer.runs, [](const ValidateRun& run) { return run.environment.generated.has_value(); });
}

Table family_table(const ValidateAnswer& answer) {
  std::vector<const Model*> others;
  for (const Model& model : models()) {
    if (&model != answer.model) others.push_back(&model);
  }
  Table table;
  table.caption = fmt::format("families, model {}, and the MAPE of others", answer.model->name);
  table.columns = {{"family", "family"},
                   {"n", "n", true},
                   {"MAPE", "mape", true},
                   {"median", "median_ape", true},
                   {"bias", "bias", true},
                   {"<=25%", "within_25pct", true},
                   {"interval", "interval_coverage", true}};
  for (const Model* other : others) {
    const std::string name(other->name);
    table.columns.push_back({name, name + "_mape", true});
  }
  std::vector<double> sums(5 + others.size());
  std::size_t rows = 0;
  for (const PointSetRow& set : rows_by_set(answer.points, answer.sets, *answer.model)) {
    const ErrorStatistics& e = set.errors;
    if (e.n == 0) continue;
    std::vector<double> values = {e.mape, e.median_ape, e.bias, e.within_25pct,
                                  e.interval_coverage};
    for (const Model* other : others) {
      values.push_back(error_statistics(pairs_in(set.set, answer.points, *other)).mape);
    }
    const auto row = [&](const std::string& name, const std::string& n,
                         const std::vector<double>& of) {
      std::vector<Cell> cells = {{name}, {n}};
      for (std::size_t i = 0; i < of.size(); ++i) {
        cells.push_back(i == 2 ? Cell{format_error(of[i]), raw_number(of[i])}
                               : percent_cell(of[i]));
      }
      table.rows.push_back(std::move(cells));
    };
    row(set.set, std::to_string(e.n), values);
    if (set.set == changed_by_compiler) continue;
    ++rows;
    for (std::size_t i = 0; i < values.size(); ++i) sums[i] += values[i];
    if (rows == family_count(answer)) {
      for (double& sum : sums) sum /= static_cast<double>(rows);
      row("mean of families", std::to_string(rows), sums);
    }
  }
  return table;
}

Table kernel_table(const ValidateAnswer& answer) {
  Table table;
  table.caption = fmt::format("kernels, model {}", answer.model->name);
  table.columns = {{"kernel", "kernel"}, {"points", "points", true}, {"n", "n", true}};
  table.columns.insert(table.columns.end(), error_columns().begin(), error_columns().end());
  table.columns.push_back({"", "worst_point"});
  for (const KernelRow& kernel : rows_by_kernel(answer.points, *answer.model)) {
    std::vector<Cell> row = {
        {kernel.kernel}, {std::to_string(kernel.points)}, {std::to_string(kernel.errors.n)}};
    add_errors(row, kernel.errors);
    row.push_back({"", kernel.worst ? point_text(answer.points[*kernel.worst].point) : "null"});
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table counter_table(const ValidateAnswer& answer) {
  Table table;
  table.caption = "counters: predicted against counted";
  table.columns = {
      {"quantity", "id"},         {"n", "n", true},           {"median", "median_ape", true},
      {"worst", "max_ape", true}, {"within", "within", true}, {"worst point", "worst_point"}};
  for (const CounterRow& row : rows_by_counter(answer.points)) {
    const Point& worst = answer.points[row.worst_point].point;
    const double within = static_cast<double>(row.within) / static_cast<double>(row.n);
    table.rows.push_back({{std::string(row.title), std::string(row.id)},
                          {std::to_string(row.n)},
                          percent_cell(row.median),
                          percent_cell(row.worst),
                          row.judged ? percent_cell(within) : Cell{"n/a", "null"},
                          {worst.kernel, worst.kernel + " " + point_text(worst)}});
  }
  return table;
}

Table trouble_table(const ValidateAnswer& answer) {
  std::map<std::pair<std::string, std::string>, std::size_t> counts;  // by kernel and reason
  for (const JudgedPoint& judged : answer.points) {
    const std::string trouble = trouble_of(judged);
    if (!trouble.empty()) ++counts[{judged.point.kernel, trouble}];
  }
  Table table;
  table.caption = "points to look at";
  table.columns = {{"kernel"}, {"points", "", true}, {"what"}};
  for (const auto& [what, count] : counts) {
    if (table.rows.size() == most_rows) {
      table.rows.push_back({{fmt::format("and {} more", counts.size() - most_rows)},
                            {""},
                            {"--csv and --json name every point"}});
      break;
    }
    table.rows.push_back({{what.first}, {std::to_string(count)}, {what.second}});
  }
  return table;
}

Table point_list(const ValidateAnswer& answer) {
  Table table;
  for (const char* key : {"kernel", "backend", "parameters", "cache", "verdict", "predicted_s",
                          "interval_low_s", "interval_high_s", "measured_s", "spread",
                          "relative_error", "bound", "sets", "counts", "remark"}) {
    table.columns.push_back({"", key});
  }
  for (const JudgedPoint& judged : answer.points) table.rows.push_back(point_row(judged));
  return table;
}

}  // namespace gpumodel
