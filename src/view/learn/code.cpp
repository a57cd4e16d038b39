#include "src/view/learn/code.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

const Object<CodeRun>& code_run() {
  static const Object<CodeRun> table("run", "At one size.",
                                     {
                                         {"size", "", &CodeRun::size},
                                         {"seed", "of its inputs", &CodeRun::seed},
                                         {"right", "", &CodeRun::right},
                                         {"why", "empty: it is right", &CodeRun::why},
                                     });
  return table;
}

const Object<CodeDemand>& code_demand() {
  static const Object<CodeDemand> table(
      "demand", "Of all kernels at the size that is timed.",
      {
          {"whole_s", "s, predicted, the host's own code apart", &CodeDemand::whole_s},
          {"kernels_s", "s, predicted", &CodeDemand::kernels_s},
          {"sectors", "of 32 B, of all requests to global memory", &CodeDemand::sectors},
          {"shared_turns", "clocks of the data path of shared memory", &CodeDemand::turns},
      });
  return table;
}

const Object<CodeExercise>& code_inputs() {
  static const Object<CodeExercise> table(
      "code_inputs", "",
      {{"exercise", "", input_file, [](auto& c) { return input(c.id, c.file); }},
       {"source", "", input_file, [](auto& c) { return input(c.id, c.source); }}});
  return table;
}

}  // namespace

Preformatted code_commands(const CodeExercise& exercise) {
  const std::string file = exercise.id + exercise.ending();
  return {{"gpumodel learn skeleton " + exercise.id + " > " + file,
           "gpumodel learn check " + exercise.id + " " + file}};
}

Page code_page(const CodeExercise& exercise) {
  Page page;
  page.blocks.emplace_back(Paragraph{exercise.id + ": " + exercise.title});
  page.blocks.emplace_back(Paragraph{exercise.text});
  page.blocks.emplace_back(code_commands(exercise));
  return page;
}

Page checked_code_page(const CheckedCode& checked) {
  Page page;
  const auto right = std::ranges::count_if(checked.runs, &CodeRun::right);
  const std::vector<std::string> findings = checked.findings();
  page.blocks.emplace_back(
      Paragraph{fmt::format("{}: {}", checked.exercise.id,
                            checked.right() ? "right"
                            : right < static_cast<std::ptrdiff_t>(checked.runs.size())
                                ? "the answer is wrong"
                                : "the answer is right, but there is more to gain")});
  page.blocks.emplace_back(Paragraph{"run on " + checked.ran_on + ":"});
  Table runs;
  runs.columns = {{"size", "size", true}, {"inputs", "seed", true}, {"answer", "answer"}};
  for (const CodeRun& run : checked.runs) {
    runs.rows.push_back(
        {{std::to_string(run.size)}, {std::to_string(run.seed)}, {run.right ? "right" : run.why}});
  }
  page.add(std::move(runs));
  for (const std::string& each : findings) page.blocks.emplace_back(Paragraph{each});
  if (checked.own) {
    page.blocks.emplace_back(Paragraph{
        fmt::format("at the size {} on {}: kernels {}, of the solution {}; with copies {} and {}",
                    checked.exercise.timed, checked.exercise.device,
                    format_time(Seconds{checked.own->kernels_s}),
                    format_time(Seconds{checked.solution.kernels_s}),
                    format_time(Seconds{checked.own->whole_s}),
                    format_time(Seconds{checked.solution.whole_s}))});
  }
  return page;
}

const Document<CodeExercise>& code_document() {
  static const Document<CodeExercise> document(
      {.name = "learn",
       .description = "An exercise in which code is written.",
       .alternative = "learn show of code"},
      {
          {"inputs", "", code_inputs, [](auto& c) -> const CodeExercise& { return c; }},
          {"exercise", "", &CodeExercise::id},
          {"unit", "of the course", &CodeExercise::unit},
          {"title", "", &CodeExercise::title},
          {"text", "", &CodeExercise::text},
          {"skeleton", "what a student starts from",
           [](auto& c) { return skeleton_of(c.source.content); }},
      });
  return document;
}

const Document<CheckedCode>& checked_code_document() {
  static const Document<CheckedCode> document(
      {.name = "learn",
       .description = "Code of a student, judged.",
       .alternative = "learn check of code",
       .exit_codes = {0, 1}},
      {
          {"inputs", "", code_inputs, &CheckedCode::exercise},
          {"exercise", "", [](auto& c) { return c.exercise.id; }},
          {"right", "answers, requests and time", [](auto& c) { return c.right(); }},
          {"device", "", [](auto& c) { return c.exercise.device; }},
          {"timed", "the size of the predictions", [](auto& c) { return c.exercise.timed; }},
          {"ran_on", "the processor, or a GPU", &CheckedCode::ran_on},
          {"runs", "", code_run, &CheckedCode::runs},
          {"own", "null: an answer is wrong", code_demand, &CheckedCode::own},
          {"solution", "", code_demand, &CheckedCode::solution},
          {"findings", "what is worse than in the solution", &CheckedCode::findings},
      });
  return document;
}

}  // namespace gpumodel
