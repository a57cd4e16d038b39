// Another program, run to its end: what it printed and how it ended.
#pragma once

#include <string>
#include <vector>

namespace gpumodel {

struct ProcessResult {
  int exit_code = -1;  // where it ended by itself
  int signal = 0;      // that ended it
  bool timed_out = false;
  bool interrupted = false;  // this program was asked to stop; the other was stopped
  bool overflowed = false;   // it printed more than anybody reads; it was stopped
  std::string out;
  std::string err;      // the last part of it
  std::string why_not;  // it could not be started

  // The last line of `err` that says something, without a leading "error: ".
  std::string last_words() const;
};

// `arguments.front()` is the program's path. It gets no input and is stopped, with all it started,
// after `limit_seconds`.
ProcessResult run_process(const std::vector<std::string>& arguments, double limit_seconds);

// While one exists, Ctrl-C and SIGTERM are noted instead of ending this program.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  static bool asked();
};

}  // namespace gpumodel
