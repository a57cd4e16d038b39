#include "src/view/validate/point.hpp"

#include <fmt/format.h>

#include <cmath>

#include "src/io/text/format.hpp"
#include "src/view/coalesce/kernel_tables.hpp"

namespace gpumodel {
namespace {

std::string quantity_text(const CounterCheck& check, double value) {
  if (check.fraction) return format_tenths(value);
  if (check.id == "dram_bytes") return format_quantity(value, Bytes::dim);
  if (check.id.ends_with("per_request")) return fmt::format("{:.2f}", value);
  return count_text(value);
}

// Shares differ by percentage points.
std::string error_text(const CounterCheck& check) {
  if (!check.fraction) return format_error(check.relative_error);
  return fmt::format("{:+.1f} pp", 100.0 * (check.predicted - check.measured));
}

std::string verdict_text(const CounterCheck& check) {
  if (!check.tolerance) return "note";
  return fmt::format("{} (tol {})", to_string(check.verdict), format_percent(*check.tolerance));
}

void add_time(const ValidateAnswer& answer, const JudgedPoint& judged, Table& table) {
  const Timing& time = *judged.point.time;
  const double predicted = judged.answer->time_s;
  const double error = *judged.relative_error();
  const bool right = std::abs(error) <= answer.tolerance;
  const std::string_view verdict = !judged.doubts.empty() ? "inconclusive"
                                   : right                ? "ok"
                                                          : "outside";
  table.rows.push_back({{fmt::format("time (median of {})", time.n), "time_s"},
                        {format_time({predicted}), raw_number(predicted)},
                        {format_time({time.median_s}), raw_number(time.median_s)},
                        {format_error(error), raw_number(error)},
                        {fmt::format("{} (tol {})", verdict, format_percent(answer.tolerance)),
                         std::string(verdict)}});
}

void add_other_time(const char* title, const char* key, const std::optional<Timing>& time,
                    Table& table) {
  if (!time) return;
  table.rows.push_back({{title, key},
                        {"n/a", "null"},
                        {format_time({time->median_s}), raw_number(time->median_s)},
                        {"n/a", "null"},
                        {"note"}});
}

}  // namespace

Table quantity_table(const ValidateAnswer& answer, const JudgedPoint& judged) {
  const Point& point = judged.point;
  Table table;
  table.caption = fmt::format("{} {}, {}", point.kernel, to_string(point.backend),
                              point.cache == CacheStart::cold ? "cold L2" : "warm L2");
  table.columns = {{"quantity", "quantity"},
                   {"predicted", "predicted", true},
                   {"measured", "measured", true},
                   {"error", "relative_error", true},
                   {"verdict", "verdict"}};
  if (judged.answer && point.time) add_time(answer, judged, table);
  if (!judged.answer) add_other_time("time", "time_s", point.time, table);
  add_other_time("  seen from the host", "host_time_s", point.host_time, table);
  add_other_time("  in a graph, per launch", "graph_time_s", point.graph_time, table);
  for (const CounterCheck& check : judged.prediction.checks) {
    table.rows.push_back({{std::string(check.title), std::string(check.id)},
                          {quantity_text(check, check.predicted), raw_number(check.predicted)},
                          {quantity_text(check, check.measured), raw_number(check.measured)},
                          {error_text(check), raw_number(check.relative_error)},
                          {verdict_text(check), std::string(to_string(check.verdict))}});
  }
  return table;
}

std::string measurement_text(const JudgedPoint& judged) {
  const Point& point = judged.point;
  if (!point.time) return std::string(to_string(point.status)) + ": " + point.reason;
  std::string text;
  if (judged.answer) text = fmt::format("bound by {}; ", judged.answer->bound);
  text += fmt::format("timing: {}, quartiles {} from the median, {}", point.timer,
                      format_tenths(point.time->spread()),
                      point.time->settled ? "settled" : "not settled");
  if (point.time->outliers > 0) text += fmt::format(", {} outliers", point.time->outliers);
  if (point.clocks && point.clocks->sm_during_hz) {
    const auto& during = *point.clocks->sm_during_hz;
    text += fmt::format("; clock {:.0f} ... {:.0f} MHz", during[0] / 1e6, during[2] / 1e6);
  }
  if (point.power_w) text += fmt::format(", {:.0f} W", *point.power_w);
  for (const std::string& doubt : judged.doubts) text += "\ninconclusive: " + doubt;
  if (!judged.answer) text += "\nnot predicted: " + judged.prediction.reason;
  return text;
}

}  // namespace gpumodel
