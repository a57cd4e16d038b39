// Which slip a wrong number was probably made by. None is listed anywhere: the solution is changed
// in one place at a time, by what people get wrong, and worked out again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/app/learn/given_answer.hpp"
#include "src/app/learn/posed.hpp"

namespace gpumodel {

struct Slip {
  std::string_view kind;   // "left-out"
  std::string of{};        // what it was done to: "written"
  std::string sentence{};  // "leaves out 'written'"
  std::size_t step = 0;    // of the solution, where it enters
  double value = 0.0;      // of the answer then
  int rank = 0;            // of kinds: the likeliest first
};

// Every change that changes the answer, with the student's own numbers for earlier questions.
std::vector<Slip> possible_slips(const Posed& posed, std::size_t question, const Posed::Own& own);

// Those that give the number as it was written; several where they cannot be told apart. One per
// kind, the likeliest first.
std::vector<Slip> find_slips(const Posed& posed, std::size_t question, const Posed::Own& own,
                             const GivenAnswer& answer);

}  // namespace gpumodel
