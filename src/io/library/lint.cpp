#include "src/io/library/lint.hpp"

#include <algorithm>
#include <filesystem>

#include "src/io/device/read_device.hpp"
#include "src/io/device/read_system.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/program/read_program.hpp"
#include "src/io/text/key_place.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {
namespace {

// Libraries find files by their stem, so a file should be called what it says it is.
void check_name(const std::string& id, const TextFile& text, LintResult& result) {
  if (std::filesystem::path(result.file).stem() == id) return;
  Problems problems(text);
  problems.warn("name-differs", key_place(text, result.kind).line,
                "the file describes '" + id + "' but is not called " + id + ".yaml",
                {"it is found by its file name"});
  result.found.push_back(problems.sorted().front());
}

void lint_text(const TextFile& text, const Shelves& library, LintResult& result) {
  const Node root = parse_yaml(text);
  const Shelf shelf = shelf_of(root, text);
  result.kind = words_of(shelf).kind;
  const auto id = [&]() -> std::string {
    switch (shelf) {
      case Shelf::devices: {
        DeviceFile file = read_device(text);
        result.found = std::move(file.warnings);
        return std::visit([](const auto& d) { return d.id; }, file.device);
      }
      case Shelf::kernels:
        return read_kernel(text).kernel.id;
      case Shelf::programs:
        return read_program(text, library).program.id;
      case Shelf::systems:
        break;
    }
    return read_system(text).system.id;
  };
  check_name(id(), text, result);
}

}  // namespace

int LintResult::count(Severity severity) const {
  return static_cast<int>(
      std::ranges::count(found, severity, [](const Diagnostic& d) { return d.severity; }));
}

LintResult lint(const TextFile& text, const Shelves& library) {
  LintResult result;
  result.file = text.shown;
  result.sha256 = text.sha256;
  try {
    lint_text(text, library, result);
  } catch (InputError& error) {
    result.found = std::move(error.found);
  }
  return result;
}

}  // namespace gpumodel
