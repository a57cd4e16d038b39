// What is written in place of a document where a command fails before it has an answer.
#pragma once

#include "src/view/document/document.hpp"

namespace gpumodel {

struct Failure {
  std::string command;
  std::vector<Diagnostic> found;
  int exit_code = 0;
};

const Document<Failure>& failure_document();
Json failure_json(const Failure& failure);

}  // namespace gpumodel
