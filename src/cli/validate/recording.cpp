#include "src/cli/validate/recording.hpp"

#include <ostream>

#include "src/diagnostics/diagnostic.hpp"
#include "src/diagnostics/visible_text.hpp"

namespace gpumodel {

Recording::Recording(OutputFile file) : file_(std::move(file)), partial_(file_.file()) {
  file_.check();  // behind the lock: a run that has just ended left a whole record
}

void Recording::expect_same_environment(const std::string& difference) const {
  if (difference.empty()) return;
  Diagnostic fault{
      .id = "record-differs", .message = "was begun elsewhere: " + difference, .file = partial()};
  fault.hints = {"a record holds one environment: remove the file to begin anew"};
  throw InputError{{std::move(fault)}};
}

void Recording::begin(const std::string& head) const {
  if (goes_on()) {
    partial_.cut(partial_.whole_lines().size());
  } else {
    add(head);
  }
}

void Recording::finish(const std::string& text) {
  file_.write([&](std::ostream& out) { out << text; });
  partial_.remove();
}

void tell_interrupted(Console& console, std::size_t done, std::size_t all,
                      const Recording* recording) {
  console.err << "interrupted after " << done << " of " << all << " points\n";
  if (recording != nullptr) {
    console.err << "   = " << visible(recording->partial())
                << " keeps them: the same command goes on from there\n";
  } else {
    console.err << "   = nothing is kept; --record FILE keeps points as they come\n";
  }
}

void tell_continued(Console& console, std::size_t known, const Recording& recording) {
  tell(console, "going on with " + std::to_string(known) + " points of " + recording.partial());
}

}  // namespace gpumodel
