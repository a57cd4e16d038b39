#include "src/view/story/json.hpp"

#include "src/view/story/words.hpp"

namespace gpumodel {
namespace {

constexpr std::string_view stories_description =
    "Published studies replayed: printed numbers beside predictions. Base SI units; a field that "
    "does not apply is null.";

InputFile story_input(const StoryFile& story) {
  return input(story.name, story.text);
}

std::optional<std::string> formula_json(const std::optional<PlacedExpression>& formula) {
  return formula ? std::optional(formula->expression.text()) : std::nullopt;
}
std::optional<std::string> text_json(const std::string& text) {
  return only_if(!text.empty(), text);
}

const Object<StoryDocument>& story_document_object() {
  static const Object<StoryDocument> table(
      "story_document", "What is replayed.",
      {
          {"author", "", &StoryDocument::author},
          {"title", "", &StoryDocument::title},
          {"year", "", &StoryDocument::year},
          {"what", "kind of document; may be empty", &StoryDocument::what},
      });
  return table;
}

const Object<StoryFile>& story_head() {
  static const Object<StoryFile> table(
      "story_head", "",
      {
          {"story", "name", &StoryFile::name},
          {"title", "", &StoryFile::title},
          {"document", "", story_document_object, &StoryFile::document},
      });
  return table;
}

const Object<StoryFile>& listed_story() {
  static const Object<StoryFile> table(
      "listed_story", "",
      {
          {story_head, std::identity{}},
          {"file", "where it was found", [](auto& s) { return s.text.shown; }},
          {"count", "of its numbers", [](auto& s) { return s.numbers.size(); }},
      });
  return table;
}

const Object<StoryFile>& story_inputs() {
  static const Object<StoryFile> table("inputs", "", {{"story", "", input_file, story_input}});
  return table;
}

const Object<StoryGiven>& story_given_object() {
  static const Object<StoryGiven> table(
      "given", "A value that the document states, or an assumption.",
      {
          {"name", "", &StoryGiven::name},
          {"assumed", "", &StoryGiven::assumed},
          {"value", "null: an assumption in words", [](auto& g) { return formula_json(g.value); }},
          {"over", "what it may be instead",
           [](auto& g) {
             std::vector<std::string> all;
             for (const PlacedExpression& other : g.over) all.push_back(other.expression.text());
             return all;
           }},
          {"text", "", &StoryGiven::text},
          {"source", "page of the document, or why it is assumed", &StoryGiven::source},
          {"inferred_from", "the published number that it is fitted to; null: none",
           [](auto& g) { return text_json(g.inferred_from); }},
      });
  return table;
}

const Object<StoryNumber>& story_number_object() {
  static const Object<StoryNumber> table(
      "story_number", "",
      {
          {"name", "", &StoryNumber::name},
          {"text", "what it is a number of", &StoryNumber::text},
          {"page", "", &StoryNumber::page},
          {"kind", "", &StoryNumber::kind},
          {"printed_text", "as printed; null: held against a record",
           [](auto& n) { return n.printed ? std::optional(n.printed->text) : std::nullopt; }},
          {"printed",
           "",
           [](auto& n) { return n.printed ? std::optional(n.printed->value) : std::nullopt; },
           {.below_zero = true}},
          {"predict", "the question; null: listed only",
           [](auto& n) { return formula_json(n.predict); }},
          {"cell", "the ask that 'cell' stands for; null: none",
           [](auto& n) { return text_json(n.cell); }},
      });
  return table;
}

const Object<StoryResult>& story_result_object() {
  static const auto end = [](double EngineNumber::*which) {
    return [which](const StoryResult& result) {
      return result.predicted ? std::optional((*result.predicted).*which) : std::nullopt;
    };
  };
  static const Object<StoryResult> table(
      "story_result", "A number and what the engine answers.",
      {
          {story_number_object, [](auto& r) -> auto& { return *r.number; }},
          {"predicted", "", end(&EngineNumber::value), {.below_zero = true}},
          {"low", "", end(&EngineNumber::low), {.below_zero = true}},
          {"high", "", end(&EngineNumber::high), {.below_zero = true}},
          {"error",
           "of the printed number, else of the measured one",
           &StoryResult::error,
           {.below_zero = true}},
          {"inside", "the interval; null: it has none", &StoryResult::inside},
          {"measured", "", &StoryResult::measured, {.below_zero = true}},
          {"standing", "", &StoryResult::standing},
          {"counts", "in the sums", [](auto& r) { return r.counts(); }},
          {"contradicted", "what else the document says; null: nothing",
           [](auto& r) { return text_json(r.number->contradicts); }},
          {"rests_on", "assumptions", &StoryResult::rests_on},
          {"fitted_to", "published numbers that one of them was inferred from",
           &StoryResult::fitted_to},
          {"reason", "why it differs or does not count; null: nothing to say",
           [](auto& r) { return text_json(story_reason(r)); }},
      });
  return table;
}

const Object<StoryErrors>& story_errors_object() {
  static const Object<StoryErrors> table(
      "story_errors", "Of numbers that count.",
      {
          {"n", "", &StoryErrors::n},
          {"median_error", "of the absolute relative errors; null: none", &StoryErrors::median},
          {"within", "25 %", &StoryErrors::near},
          {"inside", "their interval", &StoryErrors::inside},
          {"with_interval", "", &StoryErrors::of},
      });
  return table;
}

const Object<StorySums>& story_sums_object() {
  static const Object<StorySums> table(
      "story_sums", "",
      {
          {"numbers", "", &StorySums::numbers},
          {"arithmetic", "that count", &StorySums::arithmetic},
          {"exact", "to one unit of the last printed digit", &StorySums::exact},
          {"statements", "", &StorySums::orders},
          {"hold", "", &StorySums::holds},
          {"fitted", "", &StorySums::fitted},
          {"contradicted", "", &StorySums::contradictions},
          {"listed", "", &StorySums::listed},
          {"times", "on devices", story_errors_object, &StorySums::times},
          {"ratios", "", story_errors_object, &StorySums::ratios},
          {"hosts", "", story_errors_object, &StorySums::hosts},
          {"on_record", "not printed but measured", story_errors_object, &StorySums::on_record},
      });
  return table;
}

const Object<StoryAnswer>& replayed_story() {
  static const Object<StoryAnswer> table(
      "replayed_story", "",
      {
          {story_head, [](auto& a) -> auto& { return *a.story; }},
          {"numbers", "", story_result_object, &StoryAnswer::results},
          {"sums", "", story_sums_object,
           [](auto& r) {
             return sums_of({&r, 1});
           }},
      });
  return table;
}

const Object<StoryReplay>& story_run_inputs() {
  static const Object<StoryReplay> table("run_inputs", "",
                                         {
                                             {"stories", "", input_file,
                                              [](auto& r) {
                                                std::vector<InputFile> all;
                                                for (const StoryAnswer& answer : r.answers)
                                                  all.push_back(story_input(*answer.story));
                                                return all;
                                              }},
                                         });
  return table;
}

}  // namespace

const Document<std::vector<StoryFile>>& story_list_document() {
  static const Document<std::vector<StoryFile>> document(
      {.name = "story",
       .description = stories_description,
       .alternative = "story list",
       .exit_codes = {0, 3}},
      {
          {"inputs", "", no_inputs<std::vector<StoryFile>>, std::identity{}},
          {"stories", "", listed_story, std::identity{}},
      });
  return document;
}

const Document<StoryFile>& story_show_document() {
  static const Document<StoryFile> document(
      {.name = "story", .description = stories_description, .alternative = "story show"},
      {
          {"inputs", "", story_inputs, std::identity{}},
          {story_head, std::identity{}},
          {"givens", "", story_given_object, &StoryFile::givens},
          {"described_numbers", "", story_number_object, &StoryFile::numbers},
          {"remarks", "what the document shows without numbers", &StoryFile::remarks},
      });
  return document;
}

const Document<StoryReplay>& story_run_document() {
  static const Document<StoryReplay> document(
      {.name = "story", .description = stories_description, .alternative = "story run"},
      {
          {"inputs", "", story_run_inputs, std::identity{}},
          {"replayed", "", replayed_story, &StoryReplay::answers},
          {"sums", "", story_sums_object, &StoryReplay::sums},
      });
  return document;
}

Json story_list_json(const std::vector<StoryFile>& stories, const std::vector<Diagnostic>& faults) {
  return story_list_document().write(stories, faults, faults.empty() ? 0 : 3);
}

Json story_json(const StoryFile& story) {
  return story_show_document().write(story, {});
}

Json story_run_json(std::span<const StoryAnswer> answers, int exit_code) {
  std::vector<Diagnostic> notes;
  for (const StoryAnswer& answer : answers) {
    notes.insert(notes.end(), answer.notes.begin(), answer.notes.end());
  }
  return story_run_document().write({answers, sums_of(answers)}, notes, exit_code);
}

}  // namespace gpumodel
