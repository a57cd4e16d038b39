// --record: points go to FILE.partial as they come, and FILE appears when all are there. What the
// lines say is others' business: records of kernels and of programs are written alike.
#pragma once

#include <string>

#include "src/commands/console.hpp"

namespace gpumodel {

class Recording {
 public:
  // Throws UsageError where FILE exists (and not `force`) or its folder cannot be written.
  Recording(std::string file, bool force);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  // Whether an earlier run left FILE.partial.
  bool goes_on() const;
  // Throws InputError where that file stems from elsewhere: `difference` is not empty.
  void expect_same_environment(const std::string& difference) const;
  // Goes on with FILE.partial behind its last whole line, or begins it with `head`. Afterwards
  // lines can be added.
  void begin(const std::string& head);
  // On disk when this returns.
  void add(const std::string& line);
  // Writes FILE, removes FILE.partial.
  void finish(const std::string& text);

  const std::string& partial() const { return partial_; }

 private:
  std::string file_, partial_;
  int descriptor_ = -1;
};

// What is kept of an interrupted measurement; `recording` may be null.
void tell_interrupted(Console& console, std::size_t done, std::size_t all,
                      const Recording* recording);
void tell_continued(Console& console, std::size_t known, const Recording& recording);

}  // namespace gpumodel
