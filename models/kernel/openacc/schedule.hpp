// An OpenACC loop nest and how its iterations are shared out, as the directives say it.
//
//   #pragma acc parallel loop gang num_gangs(g) vector_length(128)
//   for (i = 1; i < n-1; i++)
//     #pragma acc loop vector
//     for (j = 1; j < m-1; j++) ...
//
// lower.hpp turns it into a launch and a thread program. One parallel construct with one perfect
// nest, whose ranges depend on parameters only; reductions, tiles, gang(static:n) and the data
// clauses are not part of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/core/formula.hpp"
#include "models/kernel/thread/thread_program.hpp"

namespace gpumodel {

enum class AccCompiler : std::uint8_t { gcc, nvhpc };

// Levels of parallelism as a set of bits; a level inside another has the higher bit.
using AccLevels = unsigned;
inline constexpr AccLevels acc_gang = 1, acc_worker = 2, acc_vector = 4;
inline constexpr AccLevels acc_all = acc_gang | acc_worker | acc_vector;

// "gang worker", or "seq" for none.
std::string acc_text(AccLevels levels);

struct NestLoop {
  std::string name;
  std::size_t slot = 0;      // of the variable
  Formula first, end, step;  // over parameters; the end is not included
  // None of the levels (0) is `seq`; nothing is `auto`: a loop directive without a level.
  std::optional<AccLevels> levels;
};

struct OpenAccSchedule {
  AccCompiler compiler = AccCompiler::gcc;
  bool only_way = false;       // the file states no launch beside it
  std::vector<NestLoop> nest;  // outermost first
  std::size_t collapse = 1;    // loops that are fused into one, with the levels of the first
  std::optional<Formula> num_gangs, num_workers, vector_length;
  std::optional<Formula> registers_per_thread;
  Body body;                           // of the innermost loop
  std::vector<std::string> variables;  // of the nest and the body, in the order of their slots
  Source source;
};

}  // namespace gpumodel
