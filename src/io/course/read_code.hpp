// Exercises in which code is written, for example:
//
//   code: racks
//   unit: sheet
//   title: Five steps of a CUDA program
//   text: ...
//   source: racks.cu                   the solution, beside this file
//   judge: racks-judge.cu              calls it: its arguments are size, seed, the exit code if
//   right sizes: {from: 1000, to: 9000}      at which the answer is judged timed: 4000000 at which
//   the time is predicted device: v100
//
// In the source `//{` and `//}` on lines of their own enclose what a student has to write. What
// stands there before he does is on lines that begin with `//-`. A source that is no .cu is
// OpenACC.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/io/text/text_file.hpp"

namespace gpumodel {

struct CodeExercise {
  std::string id, unit, title, text;
  TextFile source;
  std::string judge;  // a path
  std::int64_t least = 1, most = 1, timed = 1;
  std::string device;
  std::vector<std::string> sized;  // OpenACC: what regions call the size
  std::vector<std::string> hints;
  TextFile file;

  std::string ending() const;  // of the source: ".cu"
  bool is_openacc() const { return ending() != ".cu"; }
};

// What a student gets, and the solution; both without the marks.
std::string skeleton_of(const std::string& source);
std::string solution_in(const std::string& source);

// Throws InputError with every fault of the file.
CodeExercise read_code_exercise(TextFile text);

std::string code_exercise_schema();

// Those of the folder `code` of a course; empty: of the one that comes with the program.
std::vector<CodeExercise> read_code_course(const std::string& folder);
// Nothing where it has none of this name, and for files of other exercises.
std::optional<CodeExercise> find_code_exercise(const std::string& folder, const std::string& name);

}  // namespace gpumodel
