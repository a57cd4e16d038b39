#include <algorithm>
#include <filesystem>

#include "src/diagnostics/all_faults.hpp"
#include "src/io/course/read_exercise.hpp"
#include "src/io/library/locate.hpp"
#include "src/io/text/nearest.hpp"

namespace gpumodel {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view shipped_course = "examples/exercises";

struct CourseFile {
  std::string name;  // without number and ending
  std::string path, shown;
};

std::vector<CourseFile> files_of_course(const std::string& folder) {
  const fs::path shown = folder.empty() ? fs::path(shipped_course) : fs::path(folder);
  const fs::path root = folder.empty() ? fs::path(shipped_folder()) / shipped_course : shown;
  std::error_code failed;
  std::vector<CourseFile> all;
  for (const auto& entry : fs::directory_iterator(root, failed)) {
    if (entry.path().extension() != ".yaml") continue;
    std::string name = entry.path().stem().string();
    name.erase(0, name.find_first_not_of("0123456789-"));
    all.push_back({name, entry.path().string(), (shown / entry.path().filename()).string()});
  }
  std::ranges::sort(all, {}, &CourseFile::path);
  if (!all.empty()) return all;
  throw InputError{{{.id = "exercise-unknown",
                     .message = "there are no exercises in " + shown.string(),
                     .hints = {"--course names a folder of exercises"}}}};
}

}  // namespace

std::vector<Exercise> read_course(const std::string& folder) {
  AllFaults faults;
  std::vector<Exercise> all;
  for (const CourseFile& file : files_of_course(folder)) {
    faults.attempt([&] { all.push_back(read_exercise(read_text_file(file.path, file.shown))); });
  }
  faults.throw_if_any();
  return all;
}

Exercise load_exercise(const std::string& folder, const std::string& name) {
  if (name.find('/') != std::string::npos || name.ends_with(".yaml")) {
    return read_exercise(read_text_file(name, name));
  }
  const std::vector<CourseFile> files = files_of_course(folder);
  const bool number =
      !name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
  std::vector<std::string> names;
  for (const CourseFile& file : files) {
    const std::string stem = fs::path(file.path).stem().string();
    const std::string digits = stem.substr(0, stem.find('-'));
    const bool fits = number ? std::string(digits).erase(0, digits.find_first_not_of('0')) ==
                                   std::string(name).erase(0, name.find_first_not_of('0'))
                             : file.name == name;
    if (fits) return read_exercise(read_text_file(file.path, file.shown));
    names.push_back(file.name);
  }
  std::vector<std::string> hints = did_you_mean(name, names);
  hints.emplace_back("gpumodel learn list shows all");
  throw InputError{{{.id = "exercise-unknown",
                     .message = "no exercise '" + name + "'",
                     .hints = std::move(hints)}}};
}

}  // namespace gpumodel
