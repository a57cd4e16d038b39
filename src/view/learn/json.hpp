// The course as documents, and grades as a report of tests.
#pragma once

#include <iosfwd>

#include "src/view/common/json.hpp"
#include "src/view/document/document.hpp"
#include "src/view/learn/page.hpp"

namespace gpumodel {

struct ShownCourse {
  std::vector<Exercise> exercises;
  std::vector<CodeExercise> code;
};

struct ShownSheet {
  PosedExercises posed;
  std::string engine;
  bool reveal = false;  // with the answers
};

struct ShownCheck {
  CheckedExercise checked;
  std::string engine;
  bool reveal = false;
};

struct ShownGrades {
  std::vector<Grade> grades;
  std::string engine;
  std::vector<InputFile> files;  // of answers
};

const Document<ShownCourse>& course_document();
const Document<ShownSheet>& sheet_document();
const Document<ShownCheck>& learn_document();
const Document<ShownGrades>& grades_document();

// A test case for each question of each student.
void write_grades_junit(std::ostream& out, const std::vector<Grade>& grades);

}  // namespace gpumodel
