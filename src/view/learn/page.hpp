// The course for people: lists, sheets, hints, solutions, judged answers, grades.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "src/app/learn/check.hpp"
#include "src/io/course/read_code.hpp"
#include "src/view/common/page.hpp"

namespace gpumodel {

using PosedExercises = std::vector<std::shared_ptr<const Posed>>;

// An SI number in the unit of a question: "2.857 us".
std::string answer_text(double si, const CourseQuestion& question);

Page course_page(const std::vector<Exercise>& course, const std::vector<CodeExercise>& code);
// What a student gets: one exercise, or several.
Page sheet_page(const PosedExercises& posed, const std::string& engine);
// Answers and every line of the solutions with its numbers.
Page solution_page(const PosedExercises& posed);
// `question` empty: the first hint of each; else its first `count`.
Page hint_page(const Posed& posed, const std::string& question, std::size_t count);
Page check_page(const CheckedExercise& checked, bool reveal);
Page grades_page(const std::vector<Grade>& grades);

// An empty file of answers, with pins.
std::string answers_form(const PosedExercises& posed, const std::string& student,
                         const std::string& engine);

// "of 14 intervals 11 hold the truth, 79 % where 80 % are stated; mean score 0.8"; empty where
// there is none.
std::string calibration_text(const Calibration& calibration);

}  // namespace gpumodel
