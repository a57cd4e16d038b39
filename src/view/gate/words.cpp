#include "src/view/gate/words.hpp"

#include <fmt/format.h>

#include "src/io/text/format.hpp"

namespace gpumodel {

bool is_failure(const GateCheck& check, bool strict) {
  return check.verdict != GateVerdict::ok || (strict && !check.certain);
}

std::string check_sentence(const GateCheck& check) {
  std::string text = "predicted " + format_estimate(check.now.time);
  if (check.asked.budget_s) text += ", budget " + format_time(Seconds{*check.asked.budget_s});
  if (check.asked.slower_by && check.ratio) {
    text += fmt::format(
        ", {} than the baseline's {} (at most {})",
        check.ratio->value >= 1.0 ? format_percent(check.ratio->value - 1.0) + " slower"
                                  : format_percent(1.0 - check.ratio->value) + " faster",
        format_estimate(check.before->time), format_percent(*check.asked.slower_by));
  }
  if (check.term.empty()) return text;
  const bool moved = check.verdict == GateVerdict::slower;
  return text + (moved ? "; what moved: " : "; limited by ") + check.term;
}

std::string verdict_text(const GateCheck& check, bool strict) {
  if (check.verdict == GateVerdict::over) return "over budget";
  if (check.verdict == GateVerdict::slower) return "slower";
  return strict && !check.certain ? "uncertain" : "ok";
}

}  // namespace gpumodel
