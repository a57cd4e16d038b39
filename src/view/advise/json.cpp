#include "src/view/advise/json.hpp"

#include <algorithm>

namespace gpumodel {
namespace {

const Object<PredictAnswer>& advise_inputs() {
  static const Object<PredictAnswer> table(
      "inputs", "",
      {
          {"kernel", "", input_file,
           [](auto& a) { return input(a.kernel().id, a.ask.kernel->text); }},
          {"device", "", input_file, [](auto& a) { return input(a.ask.gpu().id, *a.ask.device); }},
          {"parameters", "of the kernel",
           [](auto& a) { return by_name(a.kernel().parameters, a.values()); }},
      });
  return table;
}

struct Ranked {
  const AdviseAnswer* answer;
  const Advice* advice;
  bool helps;
};

const Object<Ranked>& edit_object() {
  static const Object<Ranked> table(
      "edit", "",
      {
          {"id", "", [](auto& r) { return r.advice->edit.name; }},
          {"what", "in words", [](auto& r) { return r.advice->edit.what; }},
          {"provided", "what must hold besides; null: nothing",
           [](auto& r) {
             return only_if(!r.advice->edit.provided.empty(), r.advice->edit.provided);
           }},
          {"basis",
           "what the time and the gain are of",
           [](auto& r) { return std::string(to_string(r.advice->edit.basis)); },
           {.words = "kernel|offload"}},
          {"helps", "by a gain that its interval does not doubt", &Ranked::helps},
          {"time_s", "s", [](auto& r) { return r.advice->time.value; }},
          {"interval_s", "s", [](auto& r) { return r.advice->time; }},
          {"gain", "times as fast", [](auto& r) { return r.advice->gain.value; }},
          {"interval", "of the gain",
           [](auto& r) {
             return std::vector{r.advice->gain.low, r.advice->gain.high};
           }},
          {"term", "that changes the time most; null: copies",
           [](auto& r) { return only_if(!r.advice->term.name.empty(), r.advice->term.name); }},
          {"command", "that makes or shows it",
           [](auto& r) { return command_of(*r.answer, *r.advice); }},
          {"diff", "of the kernel file; null: it stays",
           [](auto& r) { return only_if(!r.advice->diff.empty(), r.advice->diff); }},
      });
  return table;
}

std::vector<Ranked> ranked(const AdviseAnswer& answer) {
  std::vector<Ranked> all;
  for (const Advice& each : answer.helps) all.push_back({&answer, &each, true});
  for (const Advice& each : answer.others) all.push_back({&answer, &each, false});
  return all;
}

const Object<RefusedEdit>& refused_object() {
  static const Object<RefusedEdit> table(
      "refused", "", {{"id", "", &RefusedEdit::id}, {"why", "", &RefusedEdit::why}});
  return table;
}

}  // namespace

const Document<AdviseAnswer>& advise_document() {
  static const Document<AdviseAnswer> document(
      {.name = "advise", .description = "What would help a kernel, each edit predicted."},
      {
          {"inputs", "", advise_inputs, &AdviseAnswer::now},
          {"kernel", "", [](auto& a) { return a.now.kernel().id; }},
          {"device", "", [](auto& a) { return a.now.ask.gpu().id; }},
          {"model", "", [](auto& a) { return std::string(a.now.ask.model->name); }},
          {"time_s", "s; as it stands",
           [](auto& a) { return a.now.prediction.time(a.now.prediction.kernel); }},
          {"bound", "name of the limiting leaf",
           [](auto& a) { return std::string(a.now.prediction.bound().name); }},
          {"edits", "those that help first", edit_object, ranked},
          {"refused", "that cannot be had, or do not keep the work", refused_object,
           &AdviseAnswer::refused},
      });
  return document;
}

Json advise_json(const AdviseAnswer& answer) {
  return advise_document().write(answer, answer.now.warnings);
}

}  // namespace gpumodel
