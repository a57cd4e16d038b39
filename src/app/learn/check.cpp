#include "src/app/learn/check.hpp"

#include <algorithm>
#include <cmath>

#include "src/app/learn/interval_score.hpp"
#include "src/diagnostics/all_faults.hpp"
#include "src/io/text/nearest.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {
namespace {

constexpr std::size_t pin_digits = 12;

bool is_within(double value, double truth, double tolerance) {
  return std::abs(value - truth) <= tolerance * std::abs(truth) * (1.0 + 1e-9);
}

class Judge {
 public:
  Judge(const Posed& posed, const AnswerTexts& texts, bool strict, bool names_slips)
      : posed_(posed), texts_(texts), strict_(strict), names_slips_(names_slips) {}

  JudgedQuestion judge(std::size_t index) {
    const CourseQuestion& question = posed_.exercise().questions[index];
    JudgedQuestion judged{index};
    const auto text = texts_.find(question.id);
    if (text == texts_.end() || text->second.empty()) return judged;
    judged.text = text->second;
    if (!read(question, judged)) return judged;
    if (question.chooses()) {
      judge_word(judged);
    } else if (judged.given->interval()) {
      judge_interval(judged);
    } else {
      judge_point(question, judged);
    }
    return judged;
  }

 private:
  bool read(const CourseQuestion& question, JudgedQuestion& judged) const {
    try {
      judged.given = parse_answer(question, judged.text, question.id);
      return true;
    } catch (const InputError& error) {
      if (strict_) throw;
      judged.verdict = AnswerVerdict::unreadable;
      judged.unreadable = error.found.empty() ? "" : error.found.front().message;
      return false;
    }
  }

  void judge_word(JudgedQuestion& judged) const {
    const Posed::Answer& answer = posed_.answers()[judged.question];
    if (judged.given->word == answer.word) {
      pass(judged, AnswerVerdict::right);
    } else if (judged.given->word == posed_.chosen(judged.question, own_)) {
      pass(judged, AnswerVerdict::follows);
    } else {
      judged.verdict = AnswerVerdict::wrong;
    }
  }

  void judge_interval(JudgedQuestion& judged) const {
    const double truth = posed_.answers()[judged.question].truth;
    judged.score = interval_score(judged.given->low, judged.given->high, truth);
    judged.credit = interval_credit(*judged.score);
    const bool held = judged.given->low <= truth && truth <= judged.given->high;
    judged.verdict = held ? AnswerVerdict::held : AnswerVerdict::missed;
  }

  void judge_point(const CourseQuestion& question, JudgedQuestion& judged) {
    const Posed::Answer& answer = posed_.answers()[judged.question];
    const double value = judged.given->low;
    const double following = posed_.follows(judged.question, own_);
    if (is_within(value, answer.truth, question.tolerance)) {
      pass(judged, AnswerVerdict::right);
    } else if (!own_.empty() && std::isfinite(following) &&
               !is_within(following, answer.engine, question.tolerance) &&
               is_within(value, following, question.tolerance)) {
      pass(judged, AnswerVerdict::follows);
    } else {
      judged.verdict = AnswerVerdict::wrong;
      if (names_slips_) judged.slips = find_slips(posed_, judged.question, own_, *judged.given);
    }
    own_[question.id] = value;
  }

  static void pass(JudgedQuestion& judged, AnswerVerdict verdict) {
    judged.verdict = verdict;
    judged.credit = 1.0;
  }

  const Posed& posed_;
  const AnswerTexts& texts_;
  bool strict_, names_slips_;
  Posed::Own own_;  // numbers so far
};

void refuse_unknown_questions(const Exercise& exercise, const AnswerTexts& texts) {
  std::vector<std::string> known;
  for (const CourseQuestion& each : exercise.questions) known.push_back(each.id);
  std::vector<Diagnostic> found;
  for (const auto& [id, text] : texts) {
    if (exercise.question(id) != nullptr) continue;
    std::vector<std::string> hints = did_you_mean(id, known);
    std::string all;
    for (const std::string& each : known) all += (all.empty() ? "" : ", ") + each;
    hints.push_back("its questions: " + all);
    found.push_back({.id = "name-unknown",
                     .message = "the exercise '" + exercise.id + "' has no question '" + id + "'",
                     .hints = std::move(hints)});
  }
  if (!found.empty()) throw InputError{std::move(found)};
}

const Exercise& exercise_named(const std::vector<Exercise>& course, const HandedIn& handed,
                               Problems& problems) {
  const auto found = std::ranges::find(course, handed.exercise.text, &Exercise::id);
  if (found != course.end()) return *found;
  std::vector<std::string> names;
  for (const Exercise& each : course) names.push_back(each.id);
  problems.add("exercise-unknown", handed.exercise, "no exercise '" + handed.exercise.text + "'",
               did_you_mean(handed.exercise.text, names));
  throw InputError{problems.sorted()};
}

Grade grade_of(const AnswersFile& file, const GradesAsk& ask,
               const std::shared_ptr<Records>& records) {
  Grade grade{file.student, file.seed, {}};
  Problems problems(file.file);
  for (const HandedIn& handed : file.exercises) {
    const Exercise& exercise = exercise_named(ask.course, handed, problems);
    AnswerTexts texts;
    for (const HandedIn::Answer& each : handed.answers) {
      if (exercise.question(each.question.text) == nullptr) {
        std::vector<std::string> known;
        for (const CourseQuestion& one : exercise.questions) known.push_back(one.id);
        problems.add("name-unknown", each.question,
                     "'" + exercise.id + "' has no question '" + each.question.text + "'",
                     did_you_mean(each.question.text, known));
        continue;
      }
      texts[each.question.text] = each.text.text;
    }
    auto posed = std::make_shared<const Posed>(exercise, file.seed, records);
    if (!handed.pin.empty() && !ask.any_pin) require_pin(*posed, ask.engine, handed.pin);
    grade.exercises.push_back(check_answers(std::move(posed), texts, false));
  }
  problems.throw_if_any();
  return grade;
}

template <class Items, class Number>
double sum_over(const Items& items, Number number) {
  double sum = 0.0;
  for (const auto& each : items) sum += number(each);
  return sum;
}

}  // namespace

std::string_view to_string(AnswerVerdict verdict) {
  switch (verdict) {
    case AnswerVerdict::right:
      return "right";
    case AnswerVerdict::follows:
      return "follows";
    case AnswerVerdict::held:
      return "held";
    case AnswerVerdict::missed:
      return "missed";
    case AnswerVerdict::wrong:
      return "wrong";
    case AnswerVerdict::unreadable:
      return "unreadable";
    case AnswerVerdict::open:
      return "open";
  }
  return "open";
}

void Calibration::add(const JudgedQuestion& judged) {
  if (!judged.score) return;
  ++intervals;
  held += judged.verdict == AnswerVerdict::held ? 1 : 0;
  score_sum += *judged.score;
}

void Calibration::add(const Calibration& other) {
  intervals += other.intervals;
  held += other.held;
  score_sum += other.score_sum;
}

double CheckedExercise::points() const {
  return sum_over(questions, [&](const JudgedQuestion& each) {
    return each.credit * posed->exercise().questions[each.question].weight;
  });
}
double CheckedExercise::weight() const {
  return sum_over(posed->exercise().questions, [](const auto& each) { return each.weight; });
}
bool CheckedExercise::all_right() const {
  return std::ranges::all_of(questions, &JudgedQuestion::correct);
}
Calibration CheckedExercise::calibration() const {
  Calibration sum;
  for (const JudgedQuestion& each : questions) sum.add(each);
  return sum;
}

double Grade::points() const {
  return sum_over(exercises, [](const CheckedExercise& each) { return each.points(); });
}
double Grade::weight() const {
  return sum_over(exercises, [](const CheckedExercise& each) { return each.weight(); });
}
bool Grade::all_right() const {
  return std::ranges::all_of(exercises, &CheckedExercise::all_right);
}
Calibration Grade::calibration() const {
  Calibration sum;
  for (const CheckedExercise& each : exercises) sum.add(each.calibration());
  return sum;
}

CheckedExercise check_answers(std::shared_ptr<const Posed> posed, const AnswerTexts& texts,
                              bool strict, bool names_slips) {
  refuse_unknown_questions(posed->exercise(), texts);
  CheckedExercise checked{posed, {}};
  Judge judge(*posed, texts, strict, names_slips);
  AllFaults faults;
  for (std::size_t i = 0; i < posed->exercise().questions.size(); ++i) {
    faults.attempt([&] { checked.questions.push_back(judge.judge(i)); });
  }
  faults.throw_if_any();
  return checked;
}

std::string pin_of(const Posed& posed, const std::string& engine) {
  return engine + "-" + posed.data_hash().substr(0, pin_digits);
}

void require_pin(const Posed& posed, const std::string& engine, const std::string& pin) {
  const std::string now = pin_of(posed, engine);
  if (pin == now) return;
  const bool engine_differs = pin.substr(0, pin.rfind('-')) != engine;
  throw InputError{
      {{.id = "sheet-moved",
        .message =
            "the sheet of '" + posed.exercise().id + "' was made from " + pin + ", this is " + now,
        .hints = {engine_differs
                      ? "check with gpumodel " + pin.substr(0, pin.rfind('-')) +
                            ", or hand out the sheet anew"
                      : "its exercise, or a device or kernel file, has changed since: check with "
                        "the files of then, or hand out the sheet anew",
                  "--any-pin checks against what is here"}}}};
}

std::vector<Grade> grades(const GradesAsk& ask) {
  AllFaults faults;
  std::vector<Grade> all;
  const auto records = std::make_shared<Records>();
  for (const AnswersFile& file : ask.files) {
    faults.attempt([&] { all.push_back(grade_of(file, ask, records)); });
  }
  faults.throw_if_any();
  return all;
}

}  // namespace gpumodel
