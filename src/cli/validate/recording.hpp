// --record: points go to FILE.partial as they come, and FILE appears when all are there. What the
// lines say is others' business: records of kernels and of programs are written alike.
#pragma once

#include <string>

#include "src/cli/common/console.hpp"
#include "src/cli/output/file.hpp"
#include "src/cli/output/partial_file.hpp"

namespace gpumodel {

class Recording {
 public:
  // Throws UsageError where FILE cannot be written, or another run measures into it.
  explicit Recording(OutputFile file);

  // Whether an earlier run left FILE.partial.
  bool goes_on() const { return partial_.goes_on(); }
  // Throws InputError where that file stems from elsewhere: `difference` is not empty.
  void expect_same_environment(const std::string& difference) const;
  // Goes on with FILE.partial behind its last whole line, or begins it with `head`. Afterwards
  // lines can be added.
  void begin(const std::string& head) const;
  // On disk when this returns.
  void add(const std::string& line) const { partial_.append(line); }
  // Writes FILE, removes FILE.partial.
  void finish(const std::string& text);

  const std::string& partial() const { return partial_.path(); }

 private:
  OutputFile file_;
  PartialFile partial_;
};

// What is kept of an interrupted measurement; `recording` may be null.
void tell_interrupted(Console& console, std::size_t done, std::size_t all,
                      const Recording* recording);
void tell_continued(Console& console, std::size_t known, const Recording& recording);

}  // namespace gpumodel
