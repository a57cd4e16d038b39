#include "src/view/learn/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/app/learn/interval_score.hpp"
#include "src/io/text/format.hpp"

namespace gpumodel {
namespace {

std::string seed_text(const Posed& posed) {
  return posed.seed().empty() ? "the usual numbers" : "seed " + posed.seed();
}

std::string points_text(double points) {
  return fmt::format("{:.3g}", points);
}

std::string choices_of(const CourseQuestion& question) {
  std::string all;
  for (const auto& [word, holds] : question.choices) all += (all.empty() ? "" : " or ") + word;
  return all;
}

Table questions_of(const Posed& posed) {
  Table table;
  table.columns = {{"", "exercise"},
                   {"name", "question"},
                   {"question", "text"},
                   {"in", "unit"},
                   {"points", "weight", true}};
  for (const CourseQuestion& each : posed.exercise().questions) {
    table.rows.push_back({{"", posed.exercise().id},
                          {each.id},
                          {posed.text(each.ask)},
                          {each.chooses() ? choices_of(each) : each.unit.text},
                          {points_text(each.weight), raw_number(each.weight)}});
  }
  return table;
}

// The line with its numbers: "memory = (read + written) / bandwidth = 2.857e-06".
std::string line_of(const Posed& posed, const SolutionStep& step, std::size_t number) {
  const Amount amount = posed.amount(step.name);
  return fmt::format("{}. {} ={}  = {}", number, step.name, step.value.text(),
                     amount.dim == Dim{} ? fmt::format("{:.6g}", amount.si)
                                         : format_quantity(amount.si, amount.dim));
}

std::string truth_of(const Posed& posed, std::size_t index) {
  const Posed::Answer& answer = posed.answers()[index];
  const CourseQuestion& question = posed.exercise().questions[index];
  if (question.chooses()) return answer.word;
  std::string text = answer_text(answer.truth, question);
  if (answer.measured) {
    text += " measured, " + answer_text(answer.engine, question) + " predicted";
  }
  return text;
}

std::string verdict_text(const JudgedQuestion& judged) {
  switch (judged.verdict) {
    case AnswerVerdict::right:
      return "right";
    case AnswerVerdict::follows:
      return "right, given your earlier numbers";
    case AnswerVerdict::held:
      return fmt::format("holds it, score {:.2f}", *judged.score);
    case AnswerVerdict::missed:
      return fmt::format("misses it, score {:.2f}", *judged.score);
    case AnswerVerdict::wrong:
      return "wrong";
    case AnswerVerdict::unreadable:
      return "unreadable: " + judged.unreadable;
    case AnswerVerdict::open:
      break;
  }
  return "not answered";
}

// "memory = 8.57 us probably leaves out 'word': line 2, memory = ..."
std::string slip_text(const CheckedExercise& checked, const JudgedQuestion& judged) {
  const CourseQuestion& question = checked.posed->exercise().questions[judged.question];
  std::string text = judged.text + " for '" + question.id + "'";
  for (std::size_t i = 0; i < judged.slips.size(); ++i) {
    const Slip& slip = judged.slips[i];
    const SolutionStep& step = question.steps[slip.step];
    text += (i == 0 ? " probably " : "; or it ") + slip.sentence +
            fmt::format(", in line {}, '{}'", slip.step + 1, step.name);
  }
  return text;
}

std::string headline(const CheckedExercise& checked) {
  const auto right = std::ranges::count_if(checked.questions, &JudgedQuestion::correct);
  return fmt::format("{}: {} of {} right, {} of {} points  ({})", checked.posed->exercise().id,
                     right, counted(checked.questions.size(), "question"),
                     points_text(checked.points()), points_text(checked.weight()),
                     seed_text(*checked.posed));
}

}  // namespace

std::string answer_text(double si, const CourseQuestion& question) {
  const std::string number = fmt::format("{:.4g}", si / question.unit.si);
  return question.unit.text.empty() ? number : number + " " + question.unit.text;
}

std::string calibration_text(const Calibration& calibration) {
  if (calibration.intervals == 0) return {};
  return fmt::format("of {} {} {} the truth, {:.0f} % where {:.0f} % are stated; mean score {:.2f}",
                     counted(static_cast<std::size_t>(calibration.intervals), "interval"),
                     calibration.held, calibration.held == 1 ? "holds" : "hold",
                     100.0 * calibration.held / calibration.intervals, 100.0 * stated_coverage,
                     calibration.score_sum / calibration.intervals);
}

Page course_page(const std::vector<Exercise>& course, const std::vector<CodeExercise>& code) {
  Page page;
  page.blocks.emplace_back(Paragraph{counted(course.size(), "exercise") +
                                     fmt::format(", {} in which code is written", code.size())});
  Table table;
  table.columns = {{"#", "number", true},
                   {"exercise", "exercise"},
                   {"unit", "unit"},
                   {"questions", "questions", true},
                   {"what it is about", "title"}};
  for (std::size_t i = 0; i < course.size(); ++i) {
    table.rows.push_back({{std::to_string(i + 1)},
                          {course[i].id},
                          {course[i].unit},
                          {std::to_string(course[i].questions.size())},
                          {course[i].title}});
  }
  page.add(std::move(table));
  Table written;
  written.caption = "code";
  written.columns = {{"exercise", "code"}, {"unit", "unit"}, {"what it is about", "title"}};
  for (const CodeExercise& each : code)
    written.rows.push_back({{each.id}, {each.unit}, {each.title}});
  page.add(std::move(written));
  page.blocks.emplace_back(
      Paragraph{"gpumodel learn show EXERCISE --seed NAME is the task with your own numbers"});
  return page;
}

Page sheet_page(const PosedExercises& posed, const std::string& engine) {
  Page page;
  for (const auto& each : posed) {
    const Exercise& exercise = each->exercise();
    page.blocks.emplace_back(
        Paragraph{fmt::format("{}: {}  ({})", exercise.id, exercise.title, seed_text(*each))});
    page.blocks.emplace_back(Paragraph{each->text(exercise.text)});
    page.add(questions_of(*each));
    page.blocks.emplace_back(Paragraph{"made from " + pin_of(*each, engine)});
  }
  return page;
}

Page solution_page(const PosedExercises& posed) {
  Page page;
  for (const auto& each : posed) {
    const Exercise& exercise = each->exercise();
    page.blocks.emplace_back(
        Paragraph{fmt::format("{}: {}  ({})", exercise.id, exercise.title, seed_text(*each))});
    for (std::size_t i = 0; i < exercise.questions.size(); ++i) {
      const CourseQuestion& question = exercise.questions[i];
      page.blocks.emplace_back(Paragraph{fmt::format("{}: {}", question.id, truth_of(*each, i))});
      Preformatted lines;
      for (std::size_t n = 0; n < question.steps.size(); ++n) {
        append_wrapped(lines.lines, "  ", line_of(*each, question.steps[n], n + 1));
        if (!question.steps[n].why.empty()) {
          append_wrapped(lines.lines, "       ", question.steps[n].why);
        }
      }
      for (const auto& [word, holds] : question.choices) {
        append_wrapped(lines.lines, "  ", fmt::format("{} where {}", word, holds.text()));
      }
      page.blocks.emplace_back(std::move(lines));
    }
  }
  return page;
}

Page hint_page(const Posed& posed, const std::string& question, std::size_t count) {
  Page page;
  page.blocks.emplace_back(Paragraph{posed.exercise().id + ": " + posed.exercise().title});
  Table table;
  table.columns = {{"question", "question"}, {"hint", "hint"}};
  std::size_t more = 0;
  for (const CourseQuestion& each : posed.exercise().questions) {
    if (!question.empty() && each.id != question) continue;
    for (std::size_t i = 0; i < each.hints.size(); ++i) {
      if (i >= count) {
        ++more;
        continue;
      }
      table.rows.push_back({{each.id}, {posed.text(each.hints[i])}});
    }
  }
  page.add(std::move(table));
  if (more > 0) {
    page.blocks.emplace_back(
        Paragraph{fmt::format("{} left: gpumodel learn hint {} QUESTION has all of one",
                              counted(more, "hint"), posed.exercise().id)});
  }
  return page;
}

Page check_page(const CheckedExercise& checked, bool reveal) {
  Page page;
  page.blocks.emplace_back(Paragraph{headline(checked)});
  Table table;
  table.columns = {{"question", "question"},
                   {"answer", "answer"},
                   {"verdict", "verdict"},
                   {"points", "points", true}};
  if (reveal) table.columns.push_back({"expected", "expected"});
  std::vector<std::string> slips;
  for (const JudgedQuestion& each : checked.questions) {
    const CourseQuestion& question = checked.posed->exercise().questions[each.question];
    const double points = each.credit * question.weight;
    table.rows.push_back({{question.id},
                          {each.text.empty() ? "-" : each.text, each.text},
                          {verdict_text(each), std::string(to_string(each.verdict))},
                          {points_text(points), raw_number(points)}});
    if (reveal) table.rows.back().push_back({truth_of(*checked.posed, each.question)});
    if (!each.slips.empty()) slips.push_back(slip_text(checked, each));
  }
  page.add(std::move(table));
  for (const std::string& each : slips) page.blocks.emplace_back(Paragraph{each});
  if (const std::string text = calibration_text(checked.calibration()); !text.empty()) {
    page.blocks.emplace_back(Paragraph{text});
  }
  return page;
}

Page grades_page(const std::vector<Grade>& grades) {
  Page page;
  Calibration all;
  Table table;
  table.columns = {
      {"student", "student"},           {"exercise", "exercise"},   {"right", "right", true},
      {"of", "questions", true},        {"points", "points", true}, {"of", "weight", true},
      {"intervals", "intervals", true}, {"held", "held", true},     {"", "score_sum"}};
  for (const Grade& grade : grades) {
    for (const CheckedExercise& each : grade.exercises) {
      const Calibration calibration = each.calibration();
      all.add(calibration);
      const auto right = std::ranges::count_if(each.questions, &JudgedQuestion::correct);
      table.rows.push_back({{grade.student},
                            {each.posed->exercise().id},
                            {std::to_string(right)},
                            {std::to_string(each.questions.size())},
                            {points_text(each.points()), raw_number(each.points())},
                            {points_text(each.weight()), raw_number(each.weight())},
                            {std::to_string(calibration.intervals)},
                            {std::to_string(calibration.held)},
                            {"", raw_number(calibration.score_sum)}});
    }
  }
  const auto whole = std::ranges::count_if(grades, &Grade::all_right);
  page.blocks.emplace_back(Paragraph{
      fmt::format("{}, {} with every answer right", counted(grades.size(), "student"), whole)});
  Table sums;
  sums.caption = "by student";
  sums.columns = {{"student", "who"},
                  {"points", "sum_points", true},
                  {"of", "sum_weight", true},
                  {"intervals that hold", "calibration"}};
  for (const Grade& grade : grades) {
    const std::string text = calibration_text(grade.calibration());
    sums.rows.push_back({{grade.student},
                         {points_text(grade.points()), raw_number(grade.points())},
                         {points_text(grade.weight()), raw_number(grade.weight())},
                         {text.empty() ? "none stated" : text, text}});
  }
  page.add(std::move(table));
  page.add(std::move(sums));
  if (const std::string text = calibration_text(all); !text.empty()) {
    page.blocks.emplace_back(Paragraph{"all: " + text});
  }
  return page;
}

std::string answers_form(const PosedExercises& posed, const std::string& student,
                         const std::string& engine) {
  std::string pins, answers;
  for (const auto& each : posed) {
    const Exercise& exercise = each->exercise();
    pins += fmt::format("  {}: {}\n", exercise.id, pin_of(*each, engine));
    answers += fmt::format("  {}:\n", exercise.id);
    for (const CourseQuestion& question : exercise.questions) {
      const std::string in = question.chooses() ? choices_of(question) : question.unit.text;
      answers += fmt::format("    {}:{}\n", question.id, in.empty() ? "" : "  # " + in);
    }
  }
  return fmt::format("student: {}\npins:\n{}answers:\n{}", student, pins, answers);
}

}  // namespace gpumodel
