// Runs a kernel's LLVM code lane by lane, as the language reference of LLVM says, and keeps where
// each lane reads and writes. It shares nothing with the describer but the code itself.
//
// Arrays lie far from each other: an address is a number of an object and an offset. What nobody
// has stored is asked of the caller, or is 0. Lanes wait for each other at barriers and shuffles.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace gpumodel::test {

using Extents = std::array<std::int64_t, 3>;

struct Touch {
  std::string object;  // name of the argument or variable
  char kind = 'l';     // l: load, s: store, a: atomic
  std::int64_t offset = 0;
  int bytes = 0;
  unsigned line = 0;  // of the source; 0: unknown
};

struct Launched {
  Extents block{1, 1, 1}, grid{1, 1, 1};
  std::map<std::string, std::int64_t>
      arguments;  // whole numbers by name; others are as good as any
  // What stands in an element of an array before the launch, where that is known.
  std::function<std::optional<std::int64_t>(const std::string& array, std::int64_t offset,
                                            int bytes)>
      contents;
};

// What is not run: an instruction or a function that is not known, or too long.
struct NotRun : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Interpreter {
 public:
  // The only function of the file that is defined. Throws NotRun.
  Interpreter(const std::string& file, Launched launch);
  ~Interpreter();
  // By number of the thread in its block, of the warps that are asked for. Throws NotRun.
  std::map<int, std::vector<Touch>> run(const Extents& block, const std::set<int>& warps);

 private:
  class Code;
  std::unique_ptr<Code> code_;
};

}  // namespace gpumodel::test
