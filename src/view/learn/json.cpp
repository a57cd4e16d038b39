#include "src/view/learn/json.hpp"

namespace gpumodel {
namespace {

const Object<Exercise>& course_entry() {
  static const Object<Exercise> table(
      "exercise", "",
      {
          {"id", "", &Exercise::id},
          {"unit", "of the course", &Exercise::unit},
          {"title", "", &Exercise::title},
          {"questions", "", [](auto& e) { return e.questions.size(); }, {.least = 1}},
      });
  return table;
}

const Object<CodeExercise>& code_entry() {
  static const Object<CodeExercise> table("code_exercise", "",
                                          {
                                              {"id", "", &CodeExercise::id},
                                              {"unit", "of the course", &CodeExercise::unit},
                                              {"title", "", &CodeExercise::title},
                                          });
  return table;
}

std::vector<InputFile> files_of(const ShownCourse& course) {
  std::vector<InputFile> all;
  for (const Exercise& each : course.exercises) all.push_back(input(each.id, each.file));
  for (const CodeExercise& each : course.code) all.push_back(input(each.id, each.file));
  return all;
}

const Object<ShownCourse>& course_inputs() {
  static const Object<ShownCourse> table("course_inputs", "",
                                         {{"exercises", "", input_file, files_of}});
  return table;
}

std::vector<InputFile> files_of_sheet(const ShownSheet& sheet) {
  std::vector<InputFile> all;
  for (const auto& each : sheet.posed) {
    all.push_back(input(each->exercise().id, each->exercise().file));
  }
  return all;
}

const Object<ShownSheet>& sheet_inputs() {
  static const Object<ShownSheet> table("sheet_inputs", "",
                                        {{"exercises", "", input_file, files_of_sheet}});
  return table;
}

const Object<ShownCheck>& check_inputs() {
  static const Object<ShownCheck> table("check_inputs", "",
                                        {{"exercise", "", input_file, [](auto& c) {
                                            const Exercise& of = c.checked.posed->exercise();
                                            return input(of.id, of.file);
                                          }}});
  return table;
}

const Object<ShownGrades>& grades_inputs() {
  static const Object<ShownGrades> table("grades_inputs", "",
                                         {{"answers", "", input_file, &ShownGrades::files}});
  return table;
}

struct PosedQuestion {
  const ShownSheet* sheet;
  const Posed* posed;
  std::size_t index;

  const CourseQuestion& question() const { return posed->exercise().questions[index]; }
};

// In the unit of the question.
std::optional<double> truth_in_unit(const Posed& posed, std::size_t index, bool reveal) {
  const CourseQuestion& question = posed.exercise().questions[index];
  return only_if(reveal && !question.chooses(), posed.answers()[index].truth / question.unit.si);
}
std::optional<std::string> word_of(const Posed& posed, std::size_t index, bool reveal) {
  return only_if(reveal && posed.exercise().questions[index].chooses(),
                 posed.answers()[index].word);
}
std::vector<std::string> words_of_choice(const CourseQuestion& question) {
  std::vector<std::string> all;
  for (const auto& [word, holds] : question.choices) all.push_back(word);
  return all;
}

const Object<PosedQuestion>& posed_question() {
  static const Object<PosedQuestion> table(
      "question", "",
      {
          {"id", "", [](auto& q) { return q.question().id; }},
          {"text", "", [](auto& q) { return q.posed->text(q.question().ask); }},
          {"unit", "of the answer; empty: none", [](auto& q) { return q.question().unit.text; }},
          {"choices", "words; none: a number is asked for",
           [](auto& q) { return words_of_choice(q.question()); }},
          {"tolerance", "relative", [](auto& q) { return q.question().tolerance; }},
          {"weight", "points", [](auto& q) { return q.question().weight; }},
          {"expected",
           "in the unit; null without --reveal, and for words",
           [](auto& q) { return truth_in_unit(*q.posed, q.index, q.sheet->reveal); },
           {.below_zero = true}},
          {"expected_word", "null without --reveal, and for numbers",
           [](auto& q) { return word_of(*q.posed, q.index, q.sheet->reveal); }},
      });
  return table;
}

struct SheetEntry {
  const ShownSheet* sheet;
  const Posed* posed;
};

std::vector<PosedQuestion> questions_in(const SheetEntry& entry) {
  std::vector<PosedQuestion> all;
  for (std::size_t i = 0; i < entry.posed->exercise().questions.size(); ++i) {
    all.push_back({entry.sheet, entry.posed, i});
  }
  return all;
}

const Object<SheetEntry>& sheet_entry() {
  static const Object<SheetEntry> table(
      "posed", "",
      {
          {"id", "", [](auto& e) { return e.posed->exercise().id; }},
          {"title", "", [](auto& e) { return e.posed->exercise().title; }},
          {"text", "with its numbers",
           [](auto& e) { return e.posed->text(e.posed->exercise().text); }},
          {"pin", "the engine and a hash of the data that the answers come from",
           [](auto& e) { return pin_of(*e.posed, e.sheet->engine); }},
          {"questions", "", posed_question, questions_in},
      });
  return table;
}

std::string seed_in(const ShownSheet& sheet) {
  return sheet.posed.empty() ? std::string{} : sheet.posed.front()->seed();
}

std::vector<SheetEntry> entries_in(const ShownSheet& sheet) {
  std::vector<SheetEntry> all;
  for (const auto& each : sheet.posed) all.push_back({&sheet, each.get()});
  return all;
}

struct CheckedQuestion {
  const CheckedExercise* checked;
  const JudgedQuestion* judged;
  bool reveal;

  const CourseQuestion& question() const {
    return checked->posed->exercise().questions[judged->question];
  }
};

struct NamedSlip {
  const CourseQuestion* question;
  const Slip* slip;
};

const Object<NamedSlip>& misconception() {
  static const Object<NamedSlip> table(
      "misconception", "",
      {
          {"kind", "", [](auto& s) { return std::string(s.slip->kind); }},
          {"of", "what it is done to; empty: the answer as a whole",
           [](auto& s) { return s.slip->of; }},
          {"message", "", [](auto& s) { return s.slip->sentence; }},
          {"line",
           "of the solution, from 1",
           [](auto& s) { return s.slip->step + 1; },
           {.least = 1}},
          {"step", "its name", [](auto& s) { return s.question->steps[s.slip->step].name; }},
      });
  return table;
}

std::vector<NamedSlip> slips_in(const CheckedQuestion& checked) {
  std::vector<NamedSlip> all;
  for (const Slip& each : checked.judged->slips) all.push_back({&checked.question(), &each});
  return all;
}

const Object<CheckedQuestion>& checked_question() {
  static const Object<CheckedQuestion> table(
      "checked", "",
      {
          {"id", "", [](auto& q) { return q.question().id; }},
          {"given", "as it was written; null: not answered",
           [](auto& q) { return only_if(!q.judged->text.empty(), q.judged->text); }},
          {"answer",
           "in the unit; null: an interval, a word or nothing",
           [](auto& q) {
             const auto& given = q.judged->given;
             return only_if(given && !given->interval() && !q.question().chooses(),
                            given ? given->low / q.question().unit.si : 0.0);
           },
           {.below_zero = true}},
          {"unit", "empty: none", [](auto& q) { return q.question().unit.text; }},
          {"correct", "", [](auto& q) { return q.judged->correct(); }},
          {"verdict",
           "",
           [](auto& q) { return std::string(to_string(q.judged->verdict)); },
           {.words = "right|follows|held|missed|wrong|unreadable|open"}},
          {"tolerance", "relative", [](auto& q) { return q.question().tolerance; }},
          {"points", "", [](auto& q) { return q.judged->credit * q.question().weight; }},
          {"interval_score", "in natural logarithms, less is better; null: no interval",
           [](auto& q) { return q.judged->score; }},
          {"expected",
           "in the unit; null without --reveal, and for words",
           [](auto& q) { return truth_in_unit(*q.checked->posed, q.judged->question, q.reveal); },
           {.below_zero = true}},
          {"expected_word", "null without --reveal, and for numbers",
           [](auto& q) { return word_of(*q.checked->posed, q.judged->question, q.reveal); }},
          {"misconceptions", "slips that give this number, the likeliest first", misconception,
           slips_in},
      });
  return table;
}

std::vector<CheckedQuestion> questions_of_check(const ShownCheck& shown) {
  std::vector<CheckedQuestion> all;
  for (const JudgedQuestion& each : shown.checked.questions) {
    all.push_back({&shown.checked, &each, shown.reveal});
  }
  return all;
}

const Object<Calibration>& calibration_object() {
  static const Object<Calibration> table(
      "calibration", "Intervals that should hold the truth with 80 %.",
      {
          {"intervals", "", &Calibration::intervals},
          {"held", "", &Calibration::held},
          {"score_sum", "of interval scores", &Calibration::score_sum},
      });
  return table;
}

struct GradeRow {
  const Grade* grade;
  const CheckedExercise* checked;
};

const Object<GradeRow>& grade_row() {
  static const Object<GradeRow> table(
      "grade", "",
      {
          {"student", "", [](auto& r) { return r.grade->student; }},
          {"seed", "", [](auto& r) { return r.grade->seed; }},
          {"exercise", "", [](auto& r) { return r.checked->posed->exercise().id; }},
          {"all_right", "", [](auto& r) { return r.checked->all_right(); }},
          {"points", "", [](auto& r) { return r.checked->points(); }},
          {"weight", "points that there are", [](auto& r) { return r.checked->weight(); }},
          {"calibration", "", calibration_object, [](auto& r) { return r.checked->calibration(); }},
      });
  return table;
}

std::vector<GradeRow> rows_of_grades(const ShownGrades& shown) {
  std::vector<GradeRow> all;
  for (const Grade& grade : shown.grades) {
    for (const CheckedExercise& each : grade.exercises) all.push_back({&grade, &each});
  }
  return all;
}

Calibration calibration_of(const ShownGrades& shown) {
  Calibration sum;
  for (const Grade& each : shown.grades) sum.add(each.calibration());
  return sum;
}

}  // namespace

const Document<ShownCourse>& course_document() {
  static const Document<ShownCourse> document(
      {.name = "learn", .description = "The exercises of the course.", .alternative = "learn list"},
      {
          {"inputs", "", course_inputs, [](auto& a) -> const ShownCourse& { return a; }},
          {"exercises", "", course_entry, &ShownCourse::exercises},
          {"code", "in which code is written", code_entry, &ShownCourse::code},
      });
  return document;
}

const Document<ShownSheet>& sheet_document() {
  static const Document<ShownSheet> document(
      {.name = "learn",
       .description = "Exercises with a student's own numbers.",
       .alternative = "learn sheet"},
      {
          {"inputs", "", sheet_inputs, [](auto& a) -> const ShownSheet& { return a; }},
          {"seed", "empty: the usual numbers", seed_in},
          {"engine", "version of gpumodel", &ShownSheet::engine},
          {"exercises", "", sheet_entry, entries_in},
      });
  return document;
}

const Document<ShownCheck>& learn_document() {
  static const Document<ShownCheck> document(
      {.name = "learn",
       .description = "Answers to an exercise, judged.",
       .alternative = "learn check",
       .exit_codes = {0, 1}},
      {
          {"inputs", "", check_inputs, [](auto& a) -> const ShownCheck& { return a; }},
          {"exercise", "", [](auto& s) { return s.checked.posed->exercise().id; }},
          {"seed", "empty: the usual numbers", [](auto& s) { return s.checked.posed->seed(); }},
          {"pin", "the engine and a hash of the data that the answers come from",
           [](auto& s) { return pin_of(*s.checked.posed, s.engine); }},
          {"questions", "", checked_question, questions_of_check},
          {"score", "points", [](auto& s) { return s.checked.points(); }},
          {"weight", "points that there are", [](auto& s) { return s.checked.weight(); }},
          {"calibration", "", calibration_object, [](auto& s) { return s.checked.calibration(); }},
      });
  return document;
}

const Document<ShownGrades>& grades_document() {
  static const Document<ShownGrades> document(
      {.name = "learn",
       .description = "Grades of students.",
       .alternative = "learn check --batch",
       .exit_codes = {0, 1}},
      {
          {"inputs", "", grades_inputs, [](auto& a) -> const ShownGrades& { return a; }},
          {"engine", "version of gpumodel", &ShownGrades::engine},
          {"grades", "", grade_row, rows_of_grades},
          {"calibration", "over all", calibration_object, calibration_of},
      });
  return document;
}

}  // namespace gpumodel
