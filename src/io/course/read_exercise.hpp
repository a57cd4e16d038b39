// Files of exercises; docs/course.md describes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/io/course/exercise.hpp"

namespace gpumodel {

inline constexpr std::string_view course_units[] = {"sheet", "memory", "execution", "programs",
                                                    "reading"};

// Throws InputError with every fault of the file.
Exercise read_exercise(TextFile text);

std::string exercise_schema();

// "us", "GB/s", "%"; throws ExpressionError.
AnswerUnit parse_unit(std::string_view text);

// The exercises of a folder, by their files' names; empty: those that come with the program.
// Throws InputError with the faults of all files.
std::vector<Exercise> read_course(const std::string& folder);

// One of them: its name, its number, or the path of a file. Throws InputError.
Exercise load_exercise(const std::string& folder, const std::string& name);

}  // namespace gpumodel
