#include "src/app/answers/records.hpp"

#include <filesystem>

#include "src/io/library/folders.hpp"
#include "src/io/library/locate.hpp"

namespace gpumodel {

const Records::File& Records::file(const std::string& name) {
  const auto [found, added] = files_.try_emplace(name);
  if (!added) return found->second;
  const Located at = locate_part("validate/records/" + name + ".json");
  if (!is_file(at.path)) {
    notes_.push_back({.severity = Severity::note,
                      .id = "record-none",
                      .message = "no records '" + at.shown + "': nothing measured is shown"});
  } else if (std::filesystem::path(name).filename().string().starts_with("programs")) {
    found->second.programs = read_program_record(at.path, at.shown);
  } else {
    found->second.kernels = read_record(at.path, at.shown);
  }
  return found->second;
}

}  // namespace gpumodel
