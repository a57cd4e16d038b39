#include "src/view/story/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/io/text/format.hpp"
#include "src/view/story/words.hpp"

namespace gpumodel {
namespace {

Cell printed_cell(const StoryNumber& number) {
  return number.printed ? Cell{number.printed->text, raw_number(number.printed->value)}
                        : Cell{"", ""};
}

std::string raw_maybe(const std::optional<double>& value) {
  return value ? raw_number(*value) : std::string();
}

// All numbers of all stories, for machines.
Table values_table(std::span<const StoryAnswer> answers) {
  Table table;
  for (const char* key : {"story", "number", "page", "kind", "printed", "predicted", "low", "high",
                          "error", "inside", "measured", "standing", "counts", "reason"}) {
    table.columns.push_back({"", key});
  }
  for (const StoryAnswer& answer : answers) {
    for (const StoryResult& result : answer.results) {
      const StoryNumber& number = *result.number;
      const auto end = [&](double EngineNumber::*which) {
        return result.predicted ? raw_number((*result.predicted).*which) : std::string();
      };
      const auto yes_or_no = [](bool value) { return std::string(value ? "true" : "false"); };
      table.rows.push_back({{answer.story->name},
                            {number.name},
                            {number.page},
                            {std::string(to_string(number.kind))},
                            printed_cell(number),
                            {end(&EngineNumber::value)},
                            {end(&EngineNumber::low)},
                            {end(&EngineNumber::high)},
                            {raw_maybe(result.error)},
                            {result.inside ? yes_or_no(*result.inside) : ""},
                            {raw_maybe(result.measured)},
                            {story_standing_text(result)},
                            {yes_or_no(result.counts())},
                            {story_reason(result)}});
    }
  }
  return table;
}

// Of one story, for people. What no document prints stands as it was measured.
Table results_table(const StoryAnswer& answer) {
  Table table{.caption = answer.story->name,
              .columns = {{"number"},
                          {"page"},
                          {"printed", "", true},
                          {"predicted", "", true},
                          {"error", "", true},
                          {"inside"},
                          {"stands"}},
              .rows = {}};
  for (const StoryResult& result : answer.results) {
    const StoryNumber& number = *result.number;
    const std::string measured =
        result.measured ? story_value_text(*result.measured, number) : std::string();
    const std::string predicted =
        result.predicted ? story_value_text(result.predicted->value, number) : std::string();
    const bool shows_error = number.kind != StoryKind::arithmetic && result.error;
    std::string stands = story_standing_text(result);
    if (number.printed && result.measured) stands += "; measured " + measured;
    table.rows.push_back({{number.name},
                          {number.page},
                          {number.printed ? number.printed->text : measured},
                          {predicted},
                          {shows_error ? format_error(*result.error) : ""},
                          {!result.inside   ? ""
                           : *result.inside ? "yes"
                                            : "no"},
                          {stands}});
  }
  return table;
}

// "names: why", wrapped; numbers that have a reason in common stand together.
void add_reasons(Page& page, const StoryAnswer& answer) {
  std::vector<std::pair<std::string, std::string>> all;  // reason, names
  for (const StoryResult& result : answer.results) {
    const std::string reason = story_reason(result);
    if (reason.empty()) continue;
    const auto same = std::ranges::find(all, reason, &std::pair<std::string, std::string>::first);
    if (same == all.end()) {
      all.emplace_back(reason, result.number->name);
    } else {
      same->second += ", " + result.number->name;
    }
  }
  if (all.empty()) return;
  Preformatted lines{{answer.story->name + ", what differs or does not count"}};
  for (const auto& [reason, names] : all) {
    append_wrapped(lines.lines, "  ", names + ": " + reason);
  }
  page.blocks.emplace_back(std::move(lines));
}

// What the document leaves open makes a number a range: its ends over every value that is named.
void add_ranges(Page& page, const StoryAnswer& answer) {
  Preformatted lines;
  for (const StoryResult& result : answer.results) {
    if (!result.predicted || result.number->kind == StoryKind::order) continue;
    std::string open;
    for (const StoryGiven& given : answer.story->givens) {
      const bool asked = std::ranges::count(result.rests_on, given.name) > 0;
      if (asked && !given.over.empty()) open += (open.empty() ? "" : ", ") + given.name;
    }
    if (open.empty()) continue;
    const StoryNumber& number = *result.number;
    const auto text = [&](double value) { return story_value_text(value, number); };
    std::string unit = number.printed ? number.printed->unit : "";
    if (!unit.empty() && unit != "x") unit.insert(0, " ");
    append_wrapped(lines.lines, "  ",
                   fmt::format("{}: {} to {}{} ({})", number.name, text(result.predicted->low),
                               text(result.predicted->high), unit, open));
  }
  if (lines.lines.empty()) return;
  lines.lines.insert(lines.lines.begin(), answer.story->name + ", ranges over what is left open");
  page.blocks.emplace_back(std::move(lines));
}

std::string formula_text(const std::optional<PlacedExpression>& formula) {
  return formula ? formula->expression.text() : "";
}

void add_assumptions(Page& page, const StoryFile& story) {
  Preformatted lines;
  for (const StoryGiven& given : story.givens) {
    if (!given.assumed) continue;
    std::string value = given.value ? " = " + given.value->expression.text() : "";
    for (const PlacedExpression& other : given.over) value += ", or " + other.expression.text();
    const std::string fitted =
        given.inferred_from.empty() ? "" : " Fitted to " + given.inferred_from + ".";
    append_wrapped(lines.lines, "  ",
                   given.name + value + ": " + given.text + " (" + given.source + ")" + fitted);
  }
  if (lines.lines.empty()) return;
  lines.lines.insert(lines.lines.begin(), story.name + ", assumptions");
  page.blocks.emplace_back(std::move(lines));
}

Table givens_table(const StoryFile& story) {
  Table table{
      .caption = "given by the document",
      .columns = {{"name", "given"}, {"value", "value", true}, {"page", "page"}, {"what", "text"}},
      .rows = {}};
  for (const StoryGiven& given : story.givens) {
    if (given.assumed) continue;
    table.rows.push_back({{given.name}, {formula_text(given.value)}, {given.source}, {given.text}});
  }
  return table;
}

Table numbers_table(const StoryFile& story) {
  Table table{.caption = "numbers",
              .columns = {{"number", "number"},
                          {"page", "page"},
                          {"printed", "printed", true},
                          {"kind", "kind"},
                          {"predicted as", "predict"},
                          {"", "text"}},
              .rows = {}};
  for (const StoryNumber& number : story.numbers) {
    std::string question = formula_text(number.predict);
    if (!number.cell.empty()) question += " (of " + number.cell + ")";
    table.rows.push_back({{number.name},
                          {number.page},
                          printed_cell(number),
                          {std::string(to_string(number.kind))},
                          {question},
                          {"", number.text}});
  }
  return table;
}

void add_remarks(Page& page, const StoryFile& story) {
  if (story.remarks.empty()) return;
  Preformatted lines{{"what the document shows without numbers"}};
  for (const std::string& remark : story.remarks) append_wrapped(lines.lines, "  ", remark);
  page.blocks.emplace_back(std::move(lines));
}

}  // namespace

Page story_list_page(const std::vector<StoryFile>& stories) {
  Table table{
      .caption = {},
      .columns = {{"story", "story"}, {"numbers", "numbers", true}, {"what it replays", "title"}},
      .rows = {}};
  for (const StoryFile& story : stories) {
    table.rows.push_back({{story.name}, {std::to_string(story.numbers.size())}, {story.title}});
  }
  Page page;
  page.blocks.emplace_back(
      Paragraph{fmt::format("{} {}", stories.size(), stories.size() == 1 ? "story" : "stories")});
  page.add(std::move(table));
  return page;
}

Page story_page(const StoryFile& story) {
  Page page;
  page.blocks.emplace_back(Paragraph{story.name + ": " + story.title + "\n" +
                                     story_document_text(story.document) + "\n" +
                                     story.text.shown});
  page.add(givens_table(story));
  add_assumptions(page, story);
  page.add(numbers_table(story));
  add_remarks(page, story);
  return page;
}

Page story_run_page(std::span<const StoryAnswer> answers) {
  Page page;
  std::string head;
  for (const StoryAnswer& answer : answers) {
    head += (head.empty() ? "" : "\n") + answer.story->name + ": " +
            story_document_text(answer.story->document);
  }
  page.blocks.emplace_back(Paragraph{head});
  const StorySums sums = sums_of(answers);
  Preformatted lines{story_sums_lines(sums)};
  lines.lines.insert(lines.lines.begin(), counted(sums.numbers, "number"));
  page.blocks.emplace_back(std::move(lines));
  page.add(values_table(answers));
  for (const StoryAnswer& answer : answers) {
    page.add(results_table(answer));
    add_ranges(page, answer);
    add_reasons(page, answer);
    add_assumptions(page, *answer.story);
  }
  return page;
}

}  // namespace gpumodel
