#include "src/view/gate/json.hpp"

#include "src/view/compare/json.hpp"

namespace gpumodel {
namespace {

const Object<GateAnswer>& gate_inputs() {
  static const Object<GateAnswer> table(
      "inputs", "",
      {
          {"budgets", "", input_file,
           [](auto& a) { return input(a.ask.budgets.name, a.ask.budgets.text); }},
          {"baseline", "", input_file, [](auto& a) { return a.ask.baseline_file; }},
          {"devices", "of the checks", input_file,
           [](auto& a) {
             std::vector<InputFile> all;
             for (const GateCheck& check : a.checks) {
               const auto known = [&](const InputFile& file) {
                 return file.sha256 == check.device.sha256;
               };
               if (std::ranges::none_of(all, known)) all.push_back(check.device);
             }
             return all;
           }},
      });
  return table;
}

const Object<GateCheck>& check_object() {
  static const auto ratio = [](double Ratio::*which) {
    return [which](const GateCheck& check) {
      return check.ratio ? std::optional((*check.ratio).*which) : std::nullopt;
    };
  };
  static const Object<GateCheck> table(
      "check", "",
      {
          {"name", "", [](auto& check) { return check.asked.name; }},
          {"kernel", "or program", [](auto& check) { return check.now.key.what; }},
          {"device", "", [](auto& check) { return check.device.name; }},
          {"budget_s",
           "s; the longest time allowed, by the budget or the baseline; null: none, the check is "
           "new",
           &GateCheck::limit_s},
          {"predicted_s", "s", [](auto& check) { return check.now.time.value; }},
          {"interval_s", "s", [](auto& check) { return check.now.time; }},
          {"verdict", "", &GateCheck::verdict},
          {"certain", "no end of an interval has another verdict", &GateCheck::certain},
          {"term",
           "that moved most since the baseline, of a program the step on its critical path; "
           "without "
           "one the limiter; null: not known",
           [](auto& check) { return only_if(!check.term.empty(), check.term); }},
          {"file", "where the work stands that the term hangs on", &GateCheck::file},
          {"line", "", &GateCheck::line, {.least = 1}},
          {"baseline_s", "s; of the baseline's kernel, predicted by this gpumodel; null: none",
           [](auto& check) {
             return check.before ? std::optional(check.before->time.value) : std::nullopt;
           }},
          {"ratio", "predicted_s / baseline_s", ratio(&Ratio::value)},
          {"ratio_low", "", ratio(&Ratio::low)},
          {"ratio_high", "", ratio(&Ratio::high)},
          {"model_changed", "the baseline's kernel has another time than when it was stored",
           &GateCheck::model_changed},
          {"terms", "what moved, the largest first", term_move_object, &GateCheck::moves},
      });
  return table;
}

}  // namespace

const Document<GateAnswer>& gate_document() {
  static const Document<GateAnswer> document(
      {.name = "gate",
       .description = "Predicted times against budgets and a baseline. Base SI units; a field that "
                      "does not apply is null.",
       .exit_codes = {0, 1, 6}},
      {
          {"inputs", "", gate_inputs, std::identity{}},
          {"checks", "", check_object, &GateAnswer::checks},
          {"unused", "entries of the baseline that no check names", &GateAnswer::unused},
      });
  return document;
}

Json gate_json(const GateAnswer& answer, int exit_code) {
  return gate_document().write(answer, answer.warnings, exit_code);
}

std::string gate_lines(const GateAnswer& answer) {
  std::string lines;
  for (const GateCheck& check : answer.checks) {
    lines += to_line(check_object().write(check)) + '\n';
  }
  return lines;
}

}  // namespace gpumodel
