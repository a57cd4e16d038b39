// Programs for people and machines: the library's list, and one descriptor at its defaults.
#pragma once

#include <vector>

#include "src/io/program/read_program.hpp"
#include "src/view/common/page.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

// A program with the values that its file states.
struct ProgramAtDefaults {
  struct Size {
    double bytes = 0.0;
    const Buffer* buffer = nullptr;
  };
  const ProgramFile& file;
  std::vector<Number> values{};
  std::int64_t devices = 1;
  std::vector<Size> buffers{};
};

const Document<std::vector<ProgramAtDefaults>>& program_list_document();
const Document<ProgramAtDefaults>& program_file_document();

Page program_list_page(const std::vector<ProgramFile>& programs);
// `faults` are of the files that could not be read.
Json program_list_json(const std::vector<ProgramFile>& programs,
                       const std::vector<Diagnostic>& faults);

Page program_file_page(const ProgramFile& program);
Json program_file_json(const ProgramFile& program);

}  // namespace gpumodel
