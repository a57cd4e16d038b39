// gpumodel learn: exercises that check themselves.
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <ostream>

#include "src/app/learn/check.hpp"
#include "src/cli/common/commands.hpp"
#include "src/cli/learn/code.hpp"
#include "src/cli/output/output.hpp"
#include "src/diagnostics/refuse_call.hpp"
#include "src/io/course/read_exercise.hpp"
#include "src/io/text/nearest.hpp"
#include "src/view/learn/code.hpp"
#include "src/view/learn/html.hpp"
#include "src/view/learn/json.hpp"

namespace gpumodel {
namespace {

const std::vector<std::string> learn_actions = {"list",  "show", "hint", "check",   "solution",
                                                "sheet", "key",  "form", "skeleton"};

class Learn : public Command {
 public:
  void declare(CLI::App& app) override {
    app.add_option("ACTION", action_,
                   "list, show, hint, check or solution of an exercise, skeleton of code; for many "
                   "of them sheet, key and form");
    app.add_option("ARGUMENTS", arguments_,
                   "Exercises: names, numbers or files; of check also answers, QUESTION=ANSWER");
    app.add_option("--seed", seed_,
                   "Draw the numbers of this student, a name or a number (default: the usual ones)")
        ->type_name("SEED");
    app.add_option("--course", course_, "A folder of exercises (default: those of gpumodel)")
        ->type_name("DIR");
    app.add_option("--batch", batch_,
                   "Grade the answers of a folder, a YAML file for each student; of check")
        ->type_name("DIR");
    app.add_flag("--reveal", reveal_, "Say what was expected; of show, sheet and check");
    app.add_option("--pin", pin_, "What the sheet was made from; of check")->type_name("PIN");
    app.add_flag("--any-pin", any_pin_,
                 "Grade also where a sheet was made from other data; of check --batch");
    app.add_option("--on", on_,
                   "Run code on a gpu or the cpu (default: a GPU where there is one, and nvcc)")
        ->type_name("WHERE");
    app.add_option("--junit", junit_, "Write grades as JUnit XML; of check --batch")
        ->type_name("FILE")
        ->group("Output");
    output_.declare(app);
    output_.declare_html(app, "Write a page of the exercises; of show and sheet");
  }

  int run(Console& console) override {
    check_files();
    refuse_idle_options();
    if (const auto code = code_exercise()) return run_code(*code, console);
    if (!on_.empty()) {
      refuse_call("usage", "--on is of check of code", {"gpumodel learn list names the exercises"});
    }
    if (action_ == "list") return list(console);
    if (action_ == "show" || action_ == "sheet") return sheet(console);
    if (action_ == "solution" || action_ == "key") return solution(console);
    if (action_ == "hint") return hint(console);
    if (action_ == "form") return form(console);
    if (action_ == "check") return batch_.empty() ? check(console) : grade(console);
    std::vector<std::string> hints = did_you_mean(action_, learn_actions);
    hints.push_back(fmt::format("known: {}", fmt::join(learn_actions, ", ")));
    refuse_call("usage", "learn has no '" + action_ + "'", std::move(hints));
  }

 private:
  void check_files() const {
    std::vector<OutputFile> all = output_.files();
    if (!junit_.empty()) all.emplace_back("--junit", junit_, output_.force);
    output_.check();
    check_all(all);
  }

  void refuse_idle_options() const {
    const auto refuse = [&](bool given, const char* option, bool fits, const char* where) {
      if (given && !fits) {
        refuse_call("usage", std::string(option) + " is of " + where,
                    {"gpumodel learn --help has examples"});
      }
    };
    const bool grades = action_ == "check" && !batch_.empty();
    refuse(!batch_.empty(), "--batch", action_ == "check", "check");
    refuse(!junit_.empty(), "--junit", grades, "check --batch");
    refuse(any_pin_, "--any-pin", grades, "check --batch");
    refuse(!pin_.empty(), "--pin", action_ == "check" && batch_.empty(), "check of one exercise");
    refuse(!output_.html.empty(), "--html", action_ == "show" || action_ == "sheet",
           "show and sheet");
    refuse(grades && !seed_.empty(), "--seed", false, "one student; --batch takes it from files");
    refuse(action_ == "form" && seed_.empty(), "form", false, "one student: name him with --seed");
  }

  std::shared_ptr<const Posed> posed(Exercise exercise) const {
    return std::make_shared<const Posed>(std::move(exercise), seed_, records_);
  }

  // Those that were named; of one action none means all.
  PosedExercises named(bool all_if_none) const {
    PosedExercises all;
    if (arguments_.empty() && all_if_none) {
      for (Exercise& each : read_course(course_)) all.push_back(posed(std::move(each)));
    }
    for (const std::string& name : arguments_) {
      all.push_back(posed(load_exercise(course_, name)));
    }
    if (!all.empty()) return all;
    refuse_call("usage", action_ + " of which exercise?", {"gpumodel learn list shows all"});
  }

  // Of actions on one exercise.
  std::optional<CodeExercise> code_exercise() const {
    const bool about_one = action_ == "show" || action_ == "hint" || action_ == "check" ||
                           action_ == "solution" || action_ == "skeleton";
    if (!about_one || arguments_.empty()) return std::nullopt;
    return find_code_exercise(course_, arguments_[0]);
  }

  int run_code(const CodeExercise& exercise, Console& console) const {
    const std::size_t expected = action_ == "check" ? 2 : 1;
    if (arguments_.size() != expected) {
      refuse_call("usage",
                  action_ + " of '" + exercise.id + "' takes " +
                      (expected == 2 ? "a source file" : "nothing more"),
                  {"gpumodel learn check " + exercise.id + " " + exercise.id + exercise.ending()});
    }
    if (action_ == "skeleton" || action_ == "solution") {
      const std::string& source = exercise.source.content;
      console.out << (action_ == "skeleton" ? skeleton_of(source) : solution_in(source));
      return exit_code::done;
    }
    if (action_ == "check") return check_code_of(exercise, console);
    Page page = code_page(exercise);
    if (action_ == "hint") {
      page.blocks.resize(1);
      for (const std::string& hint : exercise.hints) page.blocks.emplace_back(Paragraph{hint});
    }
    write_results(
        console, output_, page,
        [&](std::ostream& out) { out << to_text(code_document().write(exercise, {})); }, {},
        [&](std::ostream& out) { course_report({}, {exercise}, GPUMODEL_VERSION).write(out); });
    return exit_code::done;
  }

  int check_code_of(const CodeExercise& exercise, Console& console) const {
    const CheckedCode checked = check_code(exercise, arguments_[1], on_, console);
    const int code = checked.right() ? exit_code::done : exit_code::check_failed;
    write_results(console, output_, checked_code_page(checked), [&](std::ostream& out) {
      out << to_text(checked_code_document().write(checked, {}, code));
    });
    return code;
  }

  int list(Console& console) const {
    if (!arguments_.empty()) {
      refuse_call("usage", "list takes no exercise", {"gpumodel learn show " + arguments_[0]});
    }
    const ShownCourse course{read_course(course_), read_code_course(course_)};
    write_results(console, output_, course_page(course.exercises, course.code),
                  [&](std::ostream& out) { out << to_text(course_document().write(course, {})); });
    return exit_code::done;
  }

  int sheet(Console& console) const {
    const ShownSheet shown{named(action_ == "sheet"), GPUMODEL_VERSION, reveal_};
    const Page page = sheet_page(shown.posed, shown.engine);
    write_results(
        console, output_, page,
        [&](std::ostream& out) { out << to_text(sheet_document().write(shown, {})); }, {},
        [&](std::ostream& out) {
          course_report(
              shown.posed,
              arguments_.empty() ? read_code_course(course_) : std::vector<CodeExercise>{},
              shown.engine)
              .write(out);
        });
    return exit_code::done;
  }

  int solution(Console& console) const {
    const ShownSheet shown{named(action_ == "key"), GPUMODEL_VERSION, true};
    write_results(console, output_, solution_page(shown.posed),
                  [&](std::ostream& out) { out << to_text(sheet_document().write(shown, {})); });
    return exit_code::done;
  }

  int hint(Console& console) const {
    if (arguments_.empty() || arguments_.size() > 2) {
      refuse_call("usage", "a hint to which exercise?",
                  {"gpumodel learn hint kernel-time", "gpumodel learn hint kernel-time memory"});
    }
    const auto one = posed(load_exercise(course_, arguments_[0]));
    const std::string question = arguments_.size() > 1 ? arguments_[1] : "";
    if (!question.empty() && one->exercise().question(question) == nullptr) {
      refuse_call("usage", "'" + one->exercise().id + "' has no question '" + question + "'",
                  did_you_mean(question, ids_of(one->exercise())));
    }
    const std::size_t count =
        question.empty() ? 1 : one->exercise().question(question)->hints.size();
    write_results(console, output_, hint_page(*one, question, count), [&](std::ostream& out) {
      out << to_text(sheet_document().write({{one}, GPUMODEL_VERSION, false}, {}));
    });
    return exit_code::done;
  }

  int form(Console& console) const {
    console.out << answers_form(named(true), seed_, GPUMODEL_VERSION);
    return exit_code::done;
  }

  int check(Console& console) const {
    if (arguments_.empty()) {
      refuse_call("usage", "answers to which exercise?",
                  {"gpumodel learn check kernel-time 'memory=2.86 us' bound=memory"});
    }
    const auto one = posed(load_exercise(course_, arguments_[0]));
    if (!pin_.empty()) require_pin(*one, GPUMODEL_VERSION, pin_);
    const ShownCheck shown{check_answers(one, texts(one->exercise()), true), GPUMODEL_VERSION,
                           reveal_};
    // Questions that nobody answered are not wrong: an exercise may be solved step by step.
    const bool wrong = std::ranges::any_of(shown.checked.questions, [](const auto& each) {
      return each.verdict != AnswerVerdict::open && !each.correct();
    });
    const int code = wrong ? exit_code::check_failed : exit_code::done;
    write_results(console, output_, check_page(shown.checked, reveal_), [&](std::ostream& out) {
      out << to_text(learn_document().write(shown, {}, code));
    });
    return code;
  }

  // QUESTION=ANSWER, or answers in the order of the questions.
  AnswerTexts texts(const Exercise& exercise) const {
    AnswerTexts all;
    std::size_t next = 0;
    for (std::size_t i = 1; i < arguments_.size(); ++i) {
      const std::string& text = arguments_[i];
      const std::size_t equals = text.find('=');
      if (equals != std::string::npos) {
        all[text.substr(0, equals)] = text.substr(equals + 1);
      } else if (next < exercise.questions.size()) {
        all[exercise.questions[next++].id] = text;
      } else {
        refuse_call("usage", "'" + text + "' answers no question",
                    {"'" + exercise.id + "' has " + std::to_string(exercise.questions.size()) +
                     ": QUESTION=ANSWER names one"});
      }
    }
    return all;
  }

  int grade(Console& console) const {
    if (!arguments_.empty()) {
      refuse_call("usage", "--batch grades what is in its files",
                  {"an exercise is named there, under 'answers'"});
    }
    std::vector<AnswersFile> files = read_batch(batch_);
    std::vector<InputFile> inputs;
    for (const AnswersFile& each : files) inputs.push_back(input(each.student, each.file));
    const ShownGrades shown{
        grades({std::move(files), read_course(course_), GPUMODEL_VERSION, any_pin_}),
        GPUMODEL_VERSION, std::move(inputs)};
    const bool right = std::ranges::all_of(shown.grades, &Grade::all_right);
    const int code = right ? exit_code::done : exit_code::check_failed;
    write_results(console, output_, grades_page(shown.grades), [&](std::ostream& out) {
      out << to_text(grades_document().write(shown, {}, code));
    });
    if (!junit_.empty()) {
      OutputFile("--junit", junit_, output_.force).write([&](std::ostream& out) {
        write_grades_junit(out, shown.grades);
      });
    }
    return code;
  }

  static std::vector<std::string> ids_of(const Exercise& exercise) {
    std::vector<std::string> ids;
    for (const CourseQuestion& each : exercise.questions) ids.push_back(each.id);
    return ids;
  }

  std::string action_ = "list", seed_, course_, batch_, pin_, junit_, on_;
  std::shared_ptr<Records> records_ = std::make_shared<Records>();
  std::vector<std::string> arguments_;
  bool reveal_ = false, any_pin_ = false;
  OutputOptions output_;
};

}  // namespace

std::unique_ptr<Command> make_learn() {
  return std::make_unique<Learn>();
}

}  // namespace gpumodel
