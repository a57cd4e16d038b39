// What is wrong with an input or a question, where, and what to do about it.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gpumodel/export.hpp>

namespace gpumodel {
inline namespace v1 {

enum class Weight { error, warning, note };

// One thing that was found. `gpumodel explain CODE` prints a page about each code.
struct Finding {
  Weight weight = Weight::error;
  std::string code;                // "key-unknown": stable, for programs
  std::string message;             // one sentence
  std::string file;                // as it was named; empty where no file is at fault
  int line = 0;                    // from 1; 0: the file as a whole
  int column = 0;                  // from 1, in characters; 0: the line as a whole
  std::vector<std::string> hints;  // what was expected, the nearest name, what to do
  std::string text;                // all of it for people: the line, a caret, the hints
};

// The one type that is thrown across this interface, but for std::bad_alloc. Copies share what was
// found. what() is the text of all findings.
class GPUMODEL_API Error : public std::runtime_error {
 public:
  enum class Kind {
    input,    // a file or text cannot be used
    call,     // the question makes no sense, or not as it stands
    internal  // a defect of the library
  };

  Error(Kind kind, std::vector<Finding> findings);
  Error(const Error&) noexcept;
  Error& operator=(const Error&) noexcept;
  ~Error() override;

  Kind kind() const noexcept { return kind_; }
  // Everything that was found, in the order of the files; at least one.
  const std::vector<Finding>& findings() const noexcept { return *findings_; }

 private:
  Kind kind_;
  std::shared_ptr<const std::vector<Finding>> findings_;
};

}  // namespace v1
}  // namespace gpumodel
