#include "src/io/library/lint.hpp"

#include <algorithm>
#include <filesystem>

#include "src/io/device/read_device.hpp"
#include "src/io/device/read_system.hpp"
#include "src/io/kernel/read_kernel.hpp"
#include "src/io/program/read_program.hpp"
#include "src/io/text/key_place.hpp"
#include "src/io/text/problems.hpp"
#include "src/io/text/yaml_tree.hpp"

namespace gpumodel {
namespace {

bool has_key(const Node& root, std::string_view name) {
  return std::ranges::any_of(root.keys, [&](const Node& key) { return key.text == name; });
}

// Libraries find files by their stem, so a file should be called what it says it is.
void check_name(const std::string& id, const TextFile& text, LintResult& result) {
  if (std::filesystem::path(result.file).stem() == id) return;
  Problems problems(text);
  problems.warn("name-differs", key_place(text, result.kind).line,
                "the file describes '" + id + "' but is not called " + id + ".yaml",
                {"it is found by its file name"});
  result.found.push_back(problems.sorted().front());
}

void lint_text(const TextFile& text, LintResult& result) {
  const Node root = parse_yaml(text);
  if (has_key(root, "device")) {
    result.kind = "device";
    DeviceFile file = read_device(text);
    result.found = std::move(file.warnings);
    check_name(std::visit([](const auto& d) { return d.id; }, file.device), text, result);
  } else if (has_key(root, "kernel")) {
    result.kind = "kernel";
    check_name(read_kernel(text).kernel.id, text, result);
  } else if (has_key(root, "program")) {
    result.kind = "program";
    check_name(read_program(text).program.id, text, result);
  } else if (has_key(root, "system")) {
    result.kind = "system";
    check_name(read_system(text).system.id, text, result);
  } else {
    Problems problems(text);
    problems.add("file-kind", root.keys.empty() ? root : root.keys.front(),
                 "this is no device, kernel, program or system file",
                 {"the first key of each is 'device', 'kernel', 'program' or 'system'"});
    problems.throw_if_any();
  }
}

}  // namespace

int LintResult::count(Severity severity) const {
  return static_cast<int>(
      std::ranges::count(found, severity, [](const Diagnostic& d) { return d.severity; }));
}

LintResult lint(const std::string& path) {
  LintResult result;
  result.file = path;
  try {
    const TextFile text = read_text_file(path, path);
    result.sha256 = text.sha256;
    lint_text(text, result);
  } catch (InputError& error) {
    result.found = std::move(error.found);
  }
  return result;
}

}  // namespace gpumodel
