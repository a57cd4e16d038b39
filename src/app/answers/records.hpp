// What was measured, by the name of its file below validate/records. Records are large: each is
// read once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/diagnostics/diagnostic.hpp"
#include "src/io/record/read_program_record.hpp"
#include "src/io/record/read_record.hpp"

namespace gpumodel {

class Records {
 public:
  // One of the two; none: records do not come with an installed program.
  struct File {
    std::optional<RecordFile> kernels{};
    std::optional<ProgramRecordFile> programs{};
  };
  // "h200/cuda". Throws InputError: it is no record.
  const File& file(const std::string& name);
  // On files that are not there.
  const std::vector<Diagnostic>& notes() const { return notes_; }

 private:
  std::map<std::string, File> files_;
  std::vector<Diagnostic> notes_;
};

}  // namespace gpumodel
