#include "src/commands/validate_replay.hpp"

#include <algorithm>
#include <filesystem>

#include "src/input/read_record.hpp"

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

}  // namespace

std::vector<ValidateInput> replayed(const std::string& path) {
  std::error_code ignored;
  const std::vector<std::string> files =
      fs::is_directory(path, ignored) ? record_files(path) : std::vector<std::string>{path};
  std::vector<ValidateInput> inputs;
  std::vector<Diagnostic> faults;
  for (const std::string& file : files) {
    try {
      RecordFile read = read_record(file, file);
      inputs.push_back({std::move(read.record),
                        InputFile{fs::path(file).stem().string(), file, read.text.sha256, file}});
    } catch (const InputError& error) {
      faults.insert(faults.end(), error.found.begin(), error.found.end());
    }
  }
  if (!faults.empty()) throw InputError{std::move(faults)};
  return inputs;
}

}  // namespace gpumodel
