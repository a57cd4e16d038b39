// What the lanes of a launch access as a descriptor says it, by the engine that predicts.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/describe/addresses/interpreter.hpp"

namespace gpumodel::test {

class Descriptor {
 public:
  // Throws InputError.
  explicit Descriptor(const std::string& file);
  ~Descriptor();

  const Launched& launch() const { return launch_; }
  // Lines of the source whose accesses hang on an answer, so that code with other data differs.
  const std::set<unsigned>& asked_lines() const { return asked_; }
  // "x" of "x_f32x4", where that is the same memory seen as another type.
  std::string memory_of(const std::string& array) const;

  // By number of the thread, of one warp. Nothing where the engine only samples its rounds.
  std::optional<std::map<int, std::vector<Touch>>> run(const Extents& block, int warp) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
  Launched launch_;
  std::set<unsigned> asked_;
};

}  // namespace gpumodel::test
