#include "src/view/gate/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/io/text/format.hpp"
#include "src/view/compare/page.hpp"
#include "src/view/gate/words.hpp"

namespace gpumodel {
namespace {

std::string headline(const GateAnswer& a, bool strict) {
  const std::size_t bad = a.failed();
  std::string text = fmt::format("{}: {} of {} failed", a.ask.budgets.name, bad,
                                 counted(a.checks.size(), "check"));
  if (bad == 0)
    text = fmt::format("{}: {} passed", a.ask.budgets.name, counted(a.checks.size(), "check"));
  if (a.uncertain() > 0) {
    text += fmt::format(", {} uncertain{}", a.uncertain(), strict ? "" : " (--strict counts them)");
  }
  if (!a.checks.empty() && !a.checks.front().device.assumed.empty()) {
    text += "\nassumed of the devices:";
    for (const std::string& each : a.checks.front().device.assumed) text += " " + each;
  }
  if (a.model_changed()) {
    text +=
        "\nmodel changed: the baseline's kernels have other times now; they were predicted "
        "anew and are what is compared with";
  }
  return text;
}

Cell time_cell(std::optional<double> seconds) {
  return seconds ? Cell{format_time(Seconds{*seconds}), raw_number(*seconds)} : Cell{"n/a", ""};
}

Cell change_cell(const GateCheck& check) {
  if (!check.ratio) return {"n/a", ""};
  return {format_error(check.ratio->value - 1.0), raw_number(check.ratio->value - 1.0)};
}

Table checks_table(const GateAnswer& a, bool strict) {
  Table table{.caption = {},
              .columns = {{"check", "check"},
                          {"", "kernel"},
                          {"device", "device"},
                          {"predicted", "predicted_s", true},
                          {"", "low_s"},
                          {"", "high_s"},
                          {"at most", "limit_s", true},
                          {"change", "change", true},
                          {"term", "term"},
                          {"verdict", "verdict"}},
              .rows = {}};
  for (const GateCheck& check : a.checks) {
    const Estimate<Seconds>& time = check.now.time;
    table.rows.push_back({{check.asked.name},
                          {"", check.now.key.what},
                          {check.device.name},
                          {format_estimate(time), raw_number(time.value.si)},
                          {"", raw_number(time.low.si)},
                          {"", raw_number(time.high.si)},
                          time_cell(check.limit_s()),
                          change_cell(check),
                          {check.term.empty() ? "n/a" : check.term, check.term},
                          {verdict_text(check, strict)}});
  }
  return table;
}

std::string remarks(const GateAnswer& a) {
  std::string text;
  const auto add = [&](const std::string& line) { text += (text.empty() ? "" : "\n") + line; };
  for (const GateCheck& check : a.checks) {
    if (a.ask.baseline && check.asked.slower_by && !check.in_baseline) {
      add(check.asked.name + " is not in the baseline: --write-baseline takes it in");
    }
    if (!check.why_not_anew.empty()) {
      add(
          fmt::format("{}: the baseline's kernel cannot be predicted anew ({}); its stored time "
                      "is compared with",
                      check.asked.name, check.why_not_anew));
    }
  }
  for (const std::string& each : a.unused) add("in the baseline, and in no check: " + each);
  return text;
}

}  // namespace

Page gate_page(const GateAnswer& answer, bool strict) {
  Page page;
  page.blocks.emplace_back(Paragraph{headline(answer, strict)});
  page.add(checks_table(answer, strict));
  for (const GateCheck& check : answer.checks) {
    if (!is_failure(check, strict)) continue;
    page.blocks.emplace_back(Paragraph{fmt::format("{} ({}:{}): {}", check.asked.name, check.file,
                                                   check.line, check_sentence(check))});
    page.add(term_moves_table(check.moves, {}));
  }
  const std::string more = remarks(answer);
  if (!more.empty()) page.blocks.emplace_back(Paragraph{more});
  return page;
}

}  // namespace gpumodel
