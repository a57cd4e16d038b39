#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "src/view/common/html.hpp"
#include "src/view/learn/json.hpp"

namespace gpumodel {

void write_grades_junit(std::ostream& out, const std::vector<Grade>& grades) {
  out << R"(<?xml version="1.0" encoding="UTF-8"?>)"
      << "\n<testsuites>\n";
  for (const Grade& grade : grades) {
    std::size_t tests = 0, failures = 0;
    std::string cases;
    for (const CheckedExercise& exercise : grade.exercises) {
      for (const JudgedQuestion& each : exercise.questions) {
        ++tests;
        cases += fmt::format(R"(<testcase classname="{}" name="{}">)",
                             html_escaped(exercise.posed->exercise().id),
                             html_escaped(exercise.posed->exercise().questions[each.question].id));
        if (!each.correct()) {
          ++failures;
          cases += fmt::format(R"(<failure type="{}" message="{}"/>)", to_string(each.verdict),
                               html_escaped(each.text));
        }
        cases += "</testcase>\n";
      }
    }
    out << fmt::format(R"(<testsuite name="{}" tests="{}" failures="{}" errors="0">)",
                       html_escaped(grade.student), tests, failures)
        << "\n"
        << cases << "</testsuite>\n";
  }
  out << "</testsuites>\n";
}

}  // namespace gpumodel
