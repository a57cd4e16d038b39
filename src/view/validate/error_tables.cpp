#include "src/view/validate/error_tables.hpp"

#include <fmt/format.h>

#include "src/io/text/format.hpp"

namespace gpumodel {

Cell percent_cell(double fraction) {
  return {format_percent(fraction), raw_number(fraction)};
}

const std::vector<Column>& error_columns() {
  static const std::vector<Column> columns = {
      {"MAPE", "mape", true}, {"median", "median_ape", true},  {"worst", "max_ape", true},
      {"bias", "bias", true}, {"<=10%", "within_10pct", true}, {"<=25%", "within_25pct", true}};
  return columns;
}

void add_errors(std::vector<Cell>& row, const ErrorStatistics& errors) {
  if (errors.n == 0) {
    row.insert(row.end(), error_columns().size(), {"n/a", "null"});
    return;
  }
  row.insert(row.end(), {percent_cell(errors.mape),
                         percent_cell(errors.median_ape),
                         percent_cell(errors.max_ape),
                         {format_error(errors.bias), raw_number(errors.bias)},
                         percent_cell(errors.within_10pct),
                         percent_cell(errors.within_25pct)});
}

Table bar_table(std::span<const BarResult> bars) {
  Table table;
  table.caption = "recorded bars";
  table.columns = {{"model", "model"},    {"set", "set"},         {"quantity", "quantity"},
                   {"bar", "bar", true},  {"now", "value", true}, {"", "held"},
                   {"verdict", "verdict"}};
  for (const BarResult& result : bars) {
    const Bar& bar = result.bar;
    table.rows.push_back(
        {{bar.model},
         {bar.set},
         {bar.quantity},
         {fmt::format("{:.4g}", bar.limit), raw_number(bar.limit)},
         result.value ? Cell{fmt::format("{:.4g}", *result.value), raw_number(*result.value)}
                      : Cell{"n/a", "null"},
         {"", result.held ? "true" : "false"},
         {result.held ? "held" : "exceeded"}});
  }
  return table;
}

}  // namespace gpumodel
