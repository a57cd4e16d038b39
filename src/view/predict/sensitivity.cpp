#include "src/view/predict/sensitivity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

constexpr double worth_measuring = 0.05;  // of the interval's width

std::string change_text(double change) {
  return std::abs(change) < least_change ? "nothing" : fmt::format("{:+.2f} %", 100.0 * change);
}

// Calibration measures what a kernel reaches, not what a datasheet says.
bool is_measurable(const Source& source) {
  return source.from != Provenance::datasheet && !source.key.starts_with("peak.") &&
         !source.key.starts_with("lanes.");
}

// Empty where nothing measures it.
std::string narrowing(const Source& source) {
  return is_measurable(source) ? "gpumodel calibrate --only " + source.key : "";
}

Table sensitivity_table(const Sensitivities& all) {
  Table table;
  table.caption = "what 1 % more of a number of the device does to the kernel's time";
  table.columns = {
      {"number", "number"}, {"time", "relative_change", true}, {"interval", "width_share", true},
      {"from", "from"},     {"factor", "factor", true},        {"", "narrow_with"}};
  for (const Sensitivity& one : all.numbers) {
    const std::string command = narrowing(*one.source);
    table.rows.push_back(
        {{"+1 % " + one.source->key, one.source->key},
         {change_text(one.change), raw_number(one.change)},
         {format_percent(one.width_share), raw_number(one.width_share)},
         {std::string(to_string(one.source->from))},
         {fmt::format("{:.3g}", one.source->factor), raw_number(one.source->factor)},
         {"", command.empty() ? "null" : command}});
  }
  return table;
}

std::vector<std::string> width_lines(const PredictAnswer& answer, const Sensitivities& all) {
  const Estimate<Seconds> time = answer.prediction.terms[answer.prediction.kernel].time;
  std::vector<std::string> lines = {fmt::format(
      "the interval, {} to {}, comes from", format_error(speedup(time.low, time.value) - 1.0),
      format_error(speedup(time.high, time.value) - 1.0))};
  std::vector<Sensitivity> widest = all.numbers;
  std::ranges::stable_sort(widest, std::greater{}, &Sensitivity::width_share);
  for (const Sensitivity& one : widest) {
    if (one.width_share < worth_measuring) break;
    lines.push_back(fmt::format("  {:>5}  {} ({})", format_percent(one.width_share),
                                one.source->key, to_string(one.source->from)));
    const std::string command = narrowing(*one.source);
    lines.push_back(std::string(9, ' ') + (command.empty()
                                               ? "state it in the device file; nothing measures it"
                                               : "narrow it: " + command));
  }
  if (all.width_of_terms >= worth_measuring) {
    lines.push_back(fmt::format("  {:>5}  the model's own terms and assumptions",
                                format_percent(all.width_of_terms)));
  }
  return lines;
}

Table launch_table(const std::vector<LaunchChange>& changes) {
  Table table;
  table.caption = "what another launch would do to the kernel's time";
  table.columns = {{"quantity", "quantity"},
                   {"from", "from", true},
                   {"to", "to", true},
                   {"time", "relative_change", true}};
  for (const LaunchChange& one : changes) {
    table.rows.push_back({{one.what},
                          {std::to_string(one.from)},
                          {std::to_string(one.to)},
                          {change_text(one.change), raw_number(one.change)}});
  }
  return table;
}

}  // namespace

void add_sensitivities(const PredictAnswer& answer, Page& page) {
  if (!answer.sensitivities) return;
  const Sensitivities& all = *answer.sensitivities;
  page.blocks.emplace_back(sensitivity_table(all));
  if (all.width > 0.0) page.blocks.emplace_back(Preformatted{width_lines(answer, all)});
  if (!answer.launch_changes.empty()) {
    page.blocks.emplace_back(launch_table(answer.launch_changes));
  }
}

namespace {

const Object<Sensitivity>& sensitivity_object() {
  static const Object<Sensitivity> table(
      "sensitivity", "",
      {
          {"number", "key of the device file", [](auto& s) { return s.source->key; }},
          {"relative_change", "of the time", &Sensitivity::change, {.below_zero = true}},
          {"width_share", "of ln(high/low) of the interval that goes if this number is exact",
           &Sensitivity::width_share},
          {"from", "", [](auto& s) { return s.source->from; }},
          {"factor", "", [](auto& s) { return s.source->factor; }, {.least = 1}},
          {"narrow_with", "command that measures it; null: nothing does",
           [](auto& s) { return only_if(is_measurable(*s.source), narrowing(*s.source)); }},
      });
  return table;
}

}  // namespace

const Object<Sensitivities>& sensitivities_object() {
  static const Object<Sensitivities> table(
      "sensitivities", "What the kernel's time hangs on, the largest change first.",
      {
          {"step", "by which each number is made larger, relative", [](auto&) { return 0.01; }},
          {"numbers", "", sensitivity_object, &Sensitivities::numbers},
          {"width_share_of_terms", "that no number of the device accounts for",
           &Sensitivities::width_of_terms},
      });
  return table;
}

const Object<LaunchChange>& launch_change_object() {
  static const Object<LaunchChange> table(
      "launch_change", "",
      {
          {"quantity", "registers per thread, or a parameter of the kernel", &LaunchChange::what},
          {"from", "", &LaunchChange::from},
          {"to", "", &LaunchChange::to},
          {"relative_change", "of the time", &LaunchChange::change, {.below_zero = true}},
      });
  return table;
}

}  // namespace gpumodel
