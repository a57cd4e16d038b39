// Systems for people and machines: the library's list, and one descriptor.
#pragma once

#include <vector>

#include "src/io/device/read_system.hpp"
#include "src/view/common/page.hpp"
#include "src/view/document/document.hpp"

namespace gpumodel {

const Document<std::vector<SystemFile>>& system_list_document();
const Document<SystemFile>& system_file_document();

Page system_list_page(const std::vector<SystemFile>& systems);
// `faults` are of the files that could not be read.
Json system_list_json(const std::vector<SystemFile>& systems,
                      const std::vector<Diagnostic>& faults);

Page system_file_page(const SystemFile& system);
Json system_file_json(const SystemFile& system);

}  // namespace gpumodel
