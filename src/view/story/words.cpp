#include "src/view/story/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/io/text/format.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {
namespace {

int decimals_for(double value, const StoryNumber& number) {
  const bool exact = number.kind == StoryKind::arithmetic;
  if (exact && number.printed) return number.printed->decimals + 1;
  if (value == 0.0) return 0;
  constexpr int most = 9;
  return std::clamp(2 - static_cast<int>(std::floor(std::log10(std::abs(value)))), 0, most);
}

std::string joined_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

}  // namespace

std::string story_value_text(double value, const StoryNumber& number) {
  if (number.kind == StoryKind::order) return value != 0.0 ? "true" : "false";
  if (!number.printed) {
    return number.kind == StoryKind::ratio ? fmt::format("{:.3g}", value)
                                           : format_time(Seconds{value});
  }
  const StoryPrinted& printed = *number.printed;
  const double shown = value / printed.factor;
  return fmt::format("{:.{}f}", shown, decimals_for(shown, number));
}

std::string story_standing_text(const StoryResult& result) {
  if (!result.number->contradicts.empty()) return "disputed";
  if (result.standing == StoryStanding::listed) return "listed";
  if (!result.fitted_to.empty()) return "fitted";
  return std::string(to_string(result.standing));
}

std::string story_reason(const StoryResult& result) {
  const StoryNumber& number = *result.number;
  if (!number.contradicts.empty()) return number.contradicts;
  const bool off =
      result.standing == StoryStanding::beyond || result.standing == StoryStanding::inexact ||
      result.standing == StoryStanding::fails || result.standing == StoryStanding::listed;
  if (off && !number.because.empty()) return number.because;
  if (!result.fitted_to.empty()) {
    return "rests on a value inferred from " + joined_words(result.fitted_to);
  }
  return off ? "no reason is known" : "";
}

std::vector<std::string> story_sums_lines(const StorySums& sums) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& line) { append_wrapped(lines, "  ", line); };
  const auto add_errors = [&](const StoryErrors& errors, const char* what) {
    if (!errors.median) return;
    std::string text = fmt::format("{} {}: median error {}, {} within 25 %", errors.n, what,
                                   format_percent(*errors.median), errors.near);
    if (errors.of > 0) {
      text += fmt::format(", {} of {} in their interval", errors.inside, errors.of);
    }
    add(text);
  };
  if (sums.arithmetic > 0) {
    add(fmt::format("{} of {} that follow exactly: to one unit of the last printed digit",
                    sums.exact, sums.arithmetic));
  }
  add_errors(sums.times, "times");
  add_errors(sums.ratios, "ratios");
  add_errors(sums.hosts, "times with a host's part");
  add_errors(sums.on_record, "measured, not printed");
  if (sums.orders > 0) add(fmt::format("{} of {} statements hold", sums.holds, sums.orders));
  std::string apart;
  const auto set_apart = [&](std::size_t n, const char* what) {
    if (n > 0) apart += fmt::format("{}{} {}", apart.empty() ? "" : ", ", n, what);
  };
  set_apart(sums.fitted, "fitted");
  set_apart(sums.contradictions, "disputed by the document itself");
  set_apart(sums.listed, "listed only");
  if (!apart.empty()) add("not counted: " + apart);
  return lines;
}

std::string story_document_text(const StoryDocument& document) {
  return document.author + ", \"" + document.title + "\", " + document.year +
         (document.what.empty() ? "" : " (" + document.what + ")");
}

}  // namespace gpumodel
