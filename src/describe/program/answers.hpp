// What a source leaves open, and the user says.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace gpumodel::describe {

// What the user answers: on the command line, as text of the descriptor's format.
struct Answers {
  std::map<std::string, std::string> parameters;  // -D
  std::vector<std::string> parameter_order;
  std::map<std::string, std::string> known;    // --known: used only where it is asked for
  std::map<std::string, std::string> values;   // --values: of arrays and of drawn names
  std::map<std::string, std::string> counted;  // --counted: where the answers to these were
  std::vector<std::string> block, grid;        // --launch
  std::string shared, carveout, registers;
  std::map<std::string, std::string> nest;  // --launch: schedule, vector_length, ...
  std::set<std::string> changing;  // --changing: what arrays hold is others' at the next launch
  bool within = false;             // --within: what is made of data is an index of the array
};

}  // namespace gpumodel::describe
