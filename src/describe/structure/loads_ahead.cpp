#include "src/describe/structure/loads_ahead.hpp"

#include <algorithm>

namespace gpumodel::describe {
namespace {

constexpr std::int64_t word = 4;

std::int64_t words_of_copy(const Program& program, const Statements& body) {
  std::int64_t words = 0;
  for (const Statement& s : body) {
    const bool loads = s.kind == Statement::Kind::access && s.access.kind == AccessKind::load &&
                       program.arrays[s.access.array].space == Space::global;
    if (loads) words += (s.access.size + word - 1) / word;
  }
  return words;
}

std::int64_t most_ahead(const Program& program, const Statements& body) {
  std::int64_t most = 0;
  for (const Statement& s : body) {
    most = std::max({most, most_ahead(program, s.body), most_ahead(program, s.other)});
    if (s.kind != Statement::Kind::loop || s.unroll <= 1) continue;
    most = std::max(most, (s.unroll - 1) * words_of_copy(program, s.body));
  }
  return most;
}

}  // namespace

int words_loaded_ahead(const Program& program) {
  return static_cast<int>(std::min<std::int64_t>(most_ahead(program, program.body), 255));
}

}  // namespace gpumodel::describe
