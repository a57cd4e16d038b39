#include "src/view/validate/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "src/io/text/format.hpp"
#include "src/view/validate/error_tables.hpp"
#include "src/view/validate/point.hpp"
#include "src/view/validate/sums.hpp"
#include "src/view/validate/tables.hpp"
#include "src/view/validate/waterfall.hpp"
#include "src/view/validate/why.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t most_in_full = 4;  // points that are shown one by one

struct Tally {
  std::size_t within = 0, of = 0;
};

// Judged quantities: the time of each point, and its counters with a tolerance.
Tally tally(const ValidateAnswer& answer) {
  Tally sum;
  for (const JudgedPoint& judged : answer.points) {
    if (judged.answer && judged.point.time) {
      ++sum.of;
      if (std::abs(*judged.relative_error()) <= answer.tolerance) ++sum.within;
    }
    for (const CounterCheck& check : judged.prediction.checks) {
      if (!check.tolerance || check.verdict == Verdict::note) continue;
      ++sum.of;
      if (check.verdict == Verdict::ok) ++sum.within;
    }
  }
  return sum;
}

std::size_t count_of(const ValidateAnswer& answer, PointVerdict verdict) {
  return static_cast<std::size_t>(
      std::ranges::count(answer.points, verdict, &JudgedPoint::verdict));
}

std::string_view outcome(const ValidateAnswer& answer) {
  if (count_of(answer, PointVerdict::wrong_answer) > 0) return "WRONG ANSWER";
  if (count_of(answer, PointVerdict::failed) > 0) return "FAILED";
  if (count_of(answer, PointVerdict::skipped) > 0) return "SKIPPED";
  if (count_of(answer, PointVerdict::inconclusive) > 0) return "INCONCLUSIVE";
  if (count_of(answer, PointVerdict::not_predicted) > 0) return "NOT PREDICTED";
  return count_of(answer, PointVerdict::outside) > 0 ? "OUTSIDE" : "PASS";
}

std::string kernels_text(const std::vector<const JudgedPoint*>& points) {
  std::set<std::string> kernels;
  for (const JudgedPoint* judged : points) kernels.insert(judged->point.kernel);
  return kernels.size() == 1 ? *kernels.begin() : counted(kernels.size(), "kernel");
}

std::string summary_text(const ValidateAnswer& answer) {
  const ErrorStatistics errors = summed_errors(answer, *answer.model);
  const std::vector<const JudgedPoint*> points = summed_points(answer);
  std::string what = counted(points.size(), "point") + " of " + kernels_text(points);
  if (!points.front()->counts) {
    what += points.size() == 1 ? ", which does not count" : ", which do not count";
  }
  if (errors.n == 0) return what + ": nothing to compare";
  return fmt::format("{}: MAPE {}, median {}, bias {}", what, format_percent(errors.mape),
                     format_percent(errors.median_ape), format_error(errors.bias));
}

std::string clock_text(const RecordedDevice& device) {
  std::string text;
  if (device.max_sm_clock_hz) text += fmt::format("{:.0f}", *device.max_sm_clock_hz / 1e6);
  if (device.max_memory_clock_hz) text += fmt::format("/{:.0f}", *device.max_memory_clock_hz / 1e6);
  return text.empty() ? text : ", " + text + " MHz";
}

std::string machine_text(const ValidateRun& run) {
  const Environment& e = run.environment;
  if (!e.device) {
    return fmt::format("{}, {} cores{}", e.host.cpu, e.host.cores,
                       e.threads ? fmt::format(", {} threads", *e.threads) : "");
  }
  std::string text = e.device->name;
  if (e.device->driver) text += ", driver " + *e.device->driver;
  if (e.device->ecc) text += *e.device->ecc ? ", ECC on" : ", ECC off";
  return text + clock_text(*e.device);
}

std::string match_text(const ValidateRun& run) {
  if (!run.device) return {};
  const auto right = std::ranges::count_if(run.matches, &FieldMatch::matches);
  const char* machine = run.gpu() != nullptr ? "GPU" : "CPU";
  std::string text = fmt::format("device file {} matches the {} in {} of {} checkable fields",
                                 run.device->text.shown, machine, right, run.matches.size());
  for (const FieldMatch& match : run.matches) {
    if (match.matches) continue;
    text += fmt::format("\n  {}: the file states {}, the {} says {}", match.field, match.stated,
                        machine, match.found);
  }
  return text;
}

std::string run_text(const ValidateRun& run) {
  std::string text = machine_text(run);
  if (run.record) {
    text += fmt::format("\n{}: {}, measured {}", run.record->file,
                        to_string(run.environment.backend), run.environment.date);
  }
  text += ", " + run.environment.compiler;
  const std::string match = match_text(run);
  return match.empty() ? text : text + "\n" + match;
}

void add_runs(const ValidateAnswer& answer, Page& page) {
  std::vector<std::string> seen;
  for (const ValidateRun& run : answer.runs) {
    const std::string text = run_text(run);
    if (std::ranges::find(seen, text) != seen.end()) continue;
    seen.push_back(text);
    page.blocks.emplace_back(Paragraph{text});
  }
}

void add_points(const ValidateAnswer& answer, Page& page) {
  for (const JudgedPoint& judged : answer.points) {
    Table table = quantity_table(answer, judged);
    const std::string title = table.rows.empty() ? table.caption + "\n" : "";
    page.add(std::move(table));
    page.blocks.emplace_back(Paragraph{title + "with " + parameter_text(judged.point) + "\n" +
                                       measurement_text(judged)});
    if (answer.why) add_waterfall(answer, judged, page);
  }
}

void add_text(std::string text, Page& page) {
  if (!text.empty()) page.blocks.emplace_back(Paragraph{std::move(text)});
}

// What the summary of the chosen model says besides the table of models.
std::string details_text(const ValidateAnswer& answer) {
  const ErrorStatistics errors = summed_errors(answer, *answer.model);
  if (errors.n == 0) return not_counting_text(answer);
  std::string text = fmt::format("model {}: {} of the measurements lie in the predicted interval",
                                 answer.model->name, format_percent(errors.interval_coverage));
  text += errors.limiter_agreement
              ? fmt::format("\nthe counters confirm {} of the limiters it names",
                            format_percent(*errors.limiter_agreement))
              : "\nlimiters: n/a (no counters to judge them by)";
  const std::string without = not_counting_text(answer);
  return without.empty() ? text : text + "\n" + without;
}

}  // namespace

std::string validate_headline(const ValidateAnswer& answer) {
  if (!answer.judged) return summary_text(answer) + fmt::format("  (model {})", answer.model->name);
  const Tally sum = tally(answer);
  std::vector<const JudgedPoint*> points;  // a verdict is on those as well that do not count
  for (const JudgedPoint& judged : answer.points) points.push_back(&judged);
  return fmt::format("{}  {}: {} of {} within tolerance  (model {}, level {})", outcome(answer),
                     kernels_text(points), sum.within, sum.of, answer.model->name, answer.level);
}

Page validate_page(const ValidateAnswer& answer) {
  Page page;
  page.blocks.emplace_back(Paragraph{validate_headline(answer)});
  add_runs(answer, page);
  if (answer.points.size() <= most_in_full) {
    add_points(answer, page);
    if (!answer.judged) page.add(model_table(answer));
    add_text(not_counting_text(answer), page);
  } else {
    page.blocks.emplace_back(model_table(answer));
    add_text(details_text(answer), page);
    if (are_generated(answer)) {
      page.add(family_table(answer));
    } else {
      page.add(set_table(answer));
      page.blocks.emplace_back(kernel_table(answer));
    }
    page.add(counter_table(answer));
    page.add(trouble_table(answer));
    if (answer.why) add_why(answer, page);
  }
  page.add(bar_table(answer.bars));
  page.blocks.emplace_back(point_list(answer));
  return page;
}

}  // namespace gpumodel
