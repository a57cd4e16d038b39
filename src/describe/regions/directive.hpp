// One OpenACC directive, as text: `parallel loop gang vector_length(128)`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/describe/program/program.hpp"

namespace gpumodel::describe {

struct Clause {
  std::string name;
  std::string argument;  // what stands in its parentheses
};

struct Directive {
  std::string construct;  // "parallel", "kernels", "serial", "loop", "data", "atomic", ...
  bool loop = false;      // `parallel loop`
  std::vector<Clause> clauses;
  std::string text;  // all of it
  Place place;
  unsigned file = 0, offset = 0;  // as clang numbers files, and where in it

  bool computes() const {
    return construct == "parallel" || construct == "kernels" || construct == "serial";
  }
  const Clause* find(std::string_view name) const;
};

// Whether a name may have it.
bool in_word(char c);

// What follows `#pragma acc`.
Directive read_directive(const std::string& text);

// "a[0 : n * n]": the array, and how many elements from the first on.
struct Section {
  std::string array, count;
};
std::vector<Section> sections_of(const std::string& argument);

// Names of variables in a clause: "a[0:n], b" has a and b.
std::vector<std::string> variables_of(const std::string& argument);

}  // namespace gpumodel::describe
