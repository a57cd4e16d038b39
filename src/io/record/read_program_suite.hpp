// Suites of programs: what to measure with `gpumodel validate --programs`.
//
//   suite: small
//   points:
//   - set: pipelines                     errors are summed up by set
//     programs: [pipeline]
//     with: {iters: [16, 2000]}          all combinations
//     chunks: [1, 2, 4]                  instead of what the program says; as --chunks
//     streams: 3
//     order: [depth, breadth]
//     gpus: [2, 4]                       how many each case needs
//     backends: openacc                  only there
#pragma once

#include "models/validation/suite.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

struct ProgramSuiteFile {
  ProgramSuite suite;
  TextFile text;
};

// Throws InputError with every fault of the file. The programs' own files are not read.
ProgramSuiteFile read_program_suite(TextFile text);

}  // namespace gpumodel
