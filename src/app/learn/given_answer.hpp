// What a student wrote: a number with its unit, an interval, or a word.
#pragma once

#include <optional>
#include <string>

#include "src/io/course/exercise.hpp"

namespace gpumodel {

struct GivenAnswer {
  std::string text;
  std::string word{};            // of choices
  double low = 0.0, high = 0.0;  // SI; equal: a point. Endless: infinity
  double half_unit = 0.0;  // of the last digit of a point, SI: it stands for so much either way

  bool interval() const { return low != high; }
};

// "2.86 us", "2..4 us", "2 us ... 4 us", "..4 us" (nothing below is said), "66.7 %", "memory".
// `where` names the answer in messages. Throws InputError.
GivenAnswer parse_answer(const CourseQuestion& question, const std::string& text,
                         const std::string& where);

}  // namespace gpumodel
