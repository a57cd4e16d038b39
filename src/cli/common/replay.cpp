#include "src/cli/common/replay.hpp"

#include <algorithm>
#include <filesystem>

#include "src/diagnostics/visible_text.hpp"
#include "src/io/record/read_program_record.hpp"
#include "src/io/record/read_record.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 1000;

std::vector<std::string> record_files(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code failed;
  for (fs::recursive_directory_iterator it(folder, failed), end; !failed && it != end;
       it.increment(failed)) {
    if (it->path().extension() == ".json") files.push_back(it->path().string());
    if (files.size() > most_files) break;
  }
  if (failed || files.empty() || files.size() > most_files) {
    const std::string why = failed          ? failed.message()
                            : files.empty() ? "no *.json in it or below"
                                            : "more than " + std::to_string(most_files) + " files";
    throw InputError{
        {{.id = "record-none", .message = "holds no records: " + why, .file = folder}}};
  }
  std::ranges::sort(files);
  return files;
}

bool is_other_kind(const InputError& error) {
  return error.found.front().id == "record-kind";
}

// `read` gives the record and its text.
template <class Input, class Read>
std::vector<Input> records_of(const std::string& path, Read read) {
  std::error_code ignored;
  const bool is_folder = fs::is_directory(path, ignored);
  const std::vector<std::string> files =
      is_folder ? record_files(path) : std::vector<std::string>{path};
  std::vector<Input> inputs;
  std::vector<Diagnostic> faults;
  for (const std::string& file : files) {
    try {
      auto found = read(file, file);
      inputs.push_back(
          {std::move(found.record), InputFile{visible(fs::path(file).stem().string()),
                                              found.text.shown, found.text.sha256, file}});
    } catch (const InputError& error) {
      if (is_folder && is_other_kind(error)) continue;
      faults.insert(faults.end(), error.found.begin(), error.found.end());
    }
  }
  if (!faults.empty()) throw InputError{std::move(faults)};
  return inputs;
}

}  // namespace

std::vector<ValidateInput> replayed(const std::string& path) {
  return records_of<ValidateInput>(path, read_record);
}

std::vector<ProgramInput> replayed_programs(const std::string& path) {
  return records_of<ProgramInput>(path, read_program_record);
}

}  // namespace gpumodel
