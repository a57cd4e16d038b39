// What a student hands in:
//
//   student: anna
//   seed: anna                    else the student's name
//   pins: {kernel-time: 1.0.0-3fa2b1c4d5e6}
//   answers:
//     kernel-time: {peak: 7168 GFLOP/s, memory: 2..4 us, bound: memory}
#pragma once

#include <string>
#include <vector>

#include "src/io/text/text_file.hpp"
#include "src/io/text/yaml_tree.hpp"

namespace gpumodel {

struct HandedIn {
  struct Answer {
    Node question, text;  // without text: not answered
  };
  Node exercise;
  std::string pin{};
  std::vector<Answer> answers{};
};

struct AnswersFile {
  std::string student, seed;
  std::vector<HandedIn> exercises;
  TextFile file;
};

// Throws InputError with every fault of the file.
AnswersFile read_answers(TextFile text);

// Of every *.yaml of a folder, by name. Throws InputError with the faults of all.
std::vector<AnswersFile> read_batch(const std::string& folder);

std::string answers_schema();

}  // namespace gpumodel
