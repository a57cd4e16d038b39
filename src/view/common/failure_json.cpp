#include "src/view/common/failure_json.hpp"

namespace gpumodel {

const Document<Failure>& failure_document() {
  static const Document<Failure> document(
      {.name = "failure",
       .description = "Written by --json where a command fails before it has an answer: why, in "
                      "diagnostics.",
       .exit_codes = {2, 3, 4, 5, 6}},
      {
          {"inputs", "", no_inputs<Failure>, std::identity{}},
          {"failed", "the command", &Failure::command},
      });
  return document;
}

Json failure_json(const Failure& failure) {
  return failure_document().write(failure, failure.found, failure.exit_code);
}

}  // namespace gpumodel
