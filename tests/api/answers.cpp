// The documents of the library for questions on standard input, one per line:
//
//   predict KERNEL GPU [host HOST] [streams N] [model M] [explain] [openacc]
//   program PROGRAM GPU | system PROGRAM SYSTEM | overlap PROGRAM GPU | chunks KERNEL GPU
//   coalesce KERNEL GPU | access EXPRESSION GPU | occupancy THREADS GPU | check FILE
//
// Each answer is its length in bytes, a line end, and the document; of what cannot be answered, the
// text of what is wrong.
#include <gpumodel/gpumodel.hpp>

#include <iostream>
#include <sstream>

namespace {

using gpumodel::Library;

gpumodel::PredictOptions options_in(std::istream& words, const Library& library) {
  gpumodel::PredictOptions options;
  std::string word, value;
  while (words >> word) {
    if (word == "explain") options.explain = true;
    if (word == "openacc") options.way = gpumodel::Way::openacc;
    if (word == "host" && words >> value) options.host = library.host(value);
    if (word == "streams") words >> options.streams;
    if (word == "model") words >> options.model;
  }
  return options;
}

std::string answer(const std::string& question, const Library& library) {
  std::istringstream words(question);
  std::string what, subject, on;
  words >> what >> subject >> on;
  if (what == "check") return gpumodel::check(library, gpumodel::read_text(subject)).json();
  if (what == "system") {
    return gpumodel::predict(library.program(subject), library.system(on)).json();
  }
  const auto gpu = library.gpu(on);
  if (what == "predict") {
    return gpumodel::predict(library.kernel(subject), gpu, options_in(words, library)).json();
  }
  if (what == "program") return gpumodel::predict(library.program(subject), gpu).json();
  if (what == "overlap") return gpumodel::overlap(library.program(subject), gpu).json();
  if (what == "chunks") return gpumodel::overlap(library.kernel(subject), gpu).json();
  if (what == "coalesce") return gpumodel::coalesce(library.kernel(subject), gpu).json();
  if (what == "access") return gpumodel::coalesce({subject}, gpu, {.element = "f32"}).json();
  if (what == "occupancy") return gpumodel::occupancy(gpu, {.threads = std::stoi(subject)}).json();
  throw std::invalid_argument(question);
}

}  // namespace

int main() {
  const Library library = Library::open();
  std::string question;
  while (std::getline(std::cin, question)) {
    std::string said;
    try {
      said = answer(question, library);
    } catch (const gpumodel::Error& error) {
      said = error.what();
    }
    std::cout << said.size() << '\n' << said;
  }
}
