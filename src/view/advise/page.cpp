#include "src/view/advise/page.hpp"

#include <fmt/format.h>

#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

std::string times(double gain) {
  return fmt::format("{:.3g}x", gain);
}

std::string what_changes(const Advice& advice) {
  if (advice.edit.basis == Basis::offload) return "copies";
  if (advice.gain.value == 1.0) return "nothing";
  return advice.term.name.empty() ? "several" : advice.term.name;
}

Table table_of(const std::vector<Advice>& all, std::string caption) {
  Table table;
  table.caption = std::move(caption);
  table.columns = {{"edit", "edit"},      {"time", "time_s", true}, {"gain", "gain", true},
                   {"between", "", true}, {"of", "basis"},          {"by", "term"},
                   {"", "gain_low"},      {"", "gain_high"}};
  for (const Advice& each : all) {
    table.rows.push_back({{each.edit.name},
                          {format_estimate(each.time), raw_number(each.time.value.si)},
                          {times(each.gain.value), raw_number(each.gain.value)},
                          {fmt::format("{:.3g} ... {:.3g}", each.gain.low, each.gain.high)},
                          {std::string(to_string(each.edit.basis))},
                          {what_changes(each)},
                          {"", raw_number(each.gain.low)},
                          {"", raw_number(each.gain.high)}});
  }
  return table;
}

std::string headline(const AdviseAnswer& answer) {
  const PredictAnswer& now = answer.now;
  const Prediction& p = now.prediction;
  std::string text =
      fmt::format("{} on {}{}: {}, bound by {}", now.kernel().id, now.ask.gpu().name,
                  now.ask.default_device ? " (default)" : "",
                  format_estimate_and_interval(p.terms[p.kernel].time), p.bound().name);
  if (!answer.helps.empty()) {
    return text + fmt::format("\n{} of {} edits help", answer.helps.size(),
                              answer.helps.size() + answer.others.size());
  }
  text += "\nnothing helps: ";
  if (answer.others.empty()) return text + "no edit is known that this kernel allows";
  return text + fmt::format("the best of {} edits, {}, gains {}x", answer.others.size(),
                            answer.others.front().edit.name,
                            format_ratio(answer.others.front().gain.value));
}

std::string meaning(const Advice& advice) {
  std::string text = advice.edit.name + ": " + advice.edit.what;
  if (!advice.edit.provided.empty()) text += "; provided that " + advice.edit.provided;
  return text;
}

void add_meanings(const std::vector<Advice>& all, Page& page) {
  if (all.empty()) return;
  std::string text;
  for (const Advice& each : all) text += (text.empty() ? "" : "\n") + meaning(each);
  page.blocks.emplace_back(Paragraph{std::move(text)});
}

void add_diff(const Advice& advice, Page& page) {
  if (advice.diff.empty()) return;
  page.blocks.emplace_back(Preformatted{split_lines(advice.diff)});
}

std::string how_to_see(const AdviseAnswer& answer) {
  const std::string& kernel = answer.now.kernel().id;
  for (const Advice& each : answer.helps) {
    if (!each.edit.overrides.empty()) return command_of(answer, each) + " predicts it";
    if (!each.diff.empty()) {
      return fmt::format(
          "gpumodel advise {} --apply {} writes the edited kernel file; -v shows "
          "every diff",
          kernel, each.edit.name);
    }
  }
  return "-v says what does not help and why";
}

}  // namespace

Page advise_page(const AdviseAnswer& answer, bool verbose) {
  Page page;
  page.blocks.emplace_back(Paragraph{headline(answer)});
  page.add(table_of(answer.helps, "helps"));
  add_meanings(answer.helps, page);
  if (!verbose) {
    page.blocks.emplace_back(Paragraph{how_to_see(answer)});
    return page;
  }
  page.add(table_of(answer.others, "does not help"));
  add_meanings(answer.others, page);
  Table refused;
  refused.caption = "cannot be had";
  refused.columns = {{"edit", "refused_edit"}, {"why", "why"}};
  for (const RefusedEdit& each : answer.refused) refused.rows.push_back({{each.id}, {each.why}});
  page.add(std::move(refused));
  for (const Advice& each : answer.helps) add_diff(each, page);
  return page;
}

}  // namespace gpumodel
