// A source file to the descriptors of its kernels.
#pragma once

#include <string>
#include <vector>

#include "src/describe/diagnostic.hpp"
#include "src/describe/front/compile.hpp"
#include "src/describe/ir/kernel_code.hpp"
#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

struct Ask {
  std::string file;
  std::vector<std::string> compile_options;
  std::vector<std::string> beside{};  // other files, for functions that this one calls
  std::vector<std::string> kernels;   // empty: all
  std::string name;                   // of the descriptor, where there is one kernel
  std::string code;                   // file for the code of the one kernel, as it is read
  std::string counting;               // object for it with counters of what it leaves open
  Answers answers;
};

struct Described {
  std::string name;  // also the stem of its file
  std::string text;
  std::vector<Question> questions;
};

struct Result {
  std::vector<Described> kernels;
  std::vector<Diagnostic> diagnostics;
};

// A file as clang reads it: what all answers about it begin with. Throws Failure.
Compiled compile_source(const Ask& ask);

// Throws Failure. What was compiled is changed, and can be asked nothing more.
Result describe(const Ask& ask, Compiled& compiled);
// Names and parameters of all kernels of a file, and templates without an instance.
std::vector<std::string> signatures(const Compiled& compiled);

}  // namespace gpumodel::describe
