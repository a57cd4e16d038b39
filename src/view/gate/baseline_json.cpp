#include "src/view/gate/baseline_json.hpp"

#include "src/view/common/page.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {
namespace {

const Object<TimedTerm>& timed_object() {
  static const Object<TimedTerm> table(
      "timed_term", "A term of a time as predict has it, without its equation.",
      {
          {"name", "", &TimedTerm::name},
          {"time_s", "s", [](auto& term) { return term.time.value; }},
          {"interval_s", "s", &TimedTerm::time},
          {"combine", "", &TimedTerm::combine},
          {"exponent", "p of a norm, customers of a queue", &TimedTerm::exponent},
          {"in_a_burst", "of a queue", &TimedTerm::in_a_burst},
          {"even", "", &TimedTerm::even},
          {"known_within", "", &TimedTerm::known_within},
          {"parts", "", timed_object, &TimedTerm::parts},
      });
  return table;
}

const Object<BaselineText>& text_object() {
  static const Object<BaselineText> table(
      "text", "",
      {
          {"name", "", &BaselineText::name},
          {"descriptor", "its lines", [](auto& text) { return split_lines(text.text); }},
      });
  return table;
}

const Object<BaselineEntry>& entry_object() {
  static const Object<BaselineEntry> table(
      "entry", "A kernel or program as it was, and its time.",
      {
          {"name", "of the check", &BaselineEntry::name},
          {"kernel", "or program", [](auto& entry) { return entry.result.key.what; }},
          {"device", "", [](auto& entry) { return entry.result.key.device; }},
          {"device_sha256", "of its file", [](auto& entry) { return entry.result.device_sha256; }},
          {"model", "", [](auto& entry) { return entry.result.key.model; }},
          {"cache", "empty: of programs", [](auto& entry) { return entry.result.key.cache; }},
          {"definitions", "of parameters", &BaselineEntry::definitions},
          {"time_s", "s", [](auto& entry) { return entry.result.time.value; }},
          {"interval_s", "s", [](auto& entry) { return entry.result.time; }},
          {"bound", "the limiter; of a program the longest step",
           [](auto& entry) { return entry.result.bound; }},
          {"terms", "null: of programs", timed_object,
           [](auto& entry) -> auto& { return entry.result.terms; }},
          {"descriptor", "the lines of the file",
           [](auto& entry) { return split_lines(entry.descriptor); }},
          {"kernels", "of a program", text_object, &BaselineEntry::kernels},
      });
  return table;
}

}  // namespace

const Object<Baseline>& baseline_object() {
  static const Object<Baseline> table(
      "baseline", "What gate compares with: written by --write-baseline, read by --baseline.",
      {
          {"schema", "", [](auto&) { return baseline_schema; }, {.words = baseline_schema}},
          {"gpumodel", "version of the program that wrote it", &Baseline::engine},
          {"entries", "", entry_object, &Baseline::entries},
      });
  return table;
}

Json baseline_json(const Baseline& baseline) {
  return baseline_object().write(baseline);
}

}  // namespace gpumodel
