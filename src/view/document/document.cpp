#include "src/view/document/document.hpp"

#include "src/diagnostics/engine_version.hpp"
#include "src/io/library/locate.hpp"

namespace gpumodel {

Json AnyDocument::write(const void* answer, std::span<const Diagnostic> diagnostics,
                        int exit_code) const {
  Json all;
  all["schema"] = "gpumodel/" + std::string(head.name);
  all["schema_version"] = head.version;
  all["command"] = head.command;
  all["gpumodel"] = engine_version();
  all.update(body.write(answer));
  all["diagnostics"] = objects_of(diagnostic(), diagnostics);
  for (const Diagnostic& one : shadowed_names()) {
    all["diagnostics"].push_back(diagnostic().write(one));
  }
  all["exit_code"] = exit_code;
  return all;
}

std::vector<std::array<double, 2>> rows_of(const SourcedCurve& curve) {
  std::vector<std::array<double, 2>> all;
  for (const CurvePoint& point : curve.points) all.push_back({point.x, point.y});
  return all;
}

InputFile input(const std::string& name, const TextFile& file) {
  return {name, file.shown, file.sha256, {}};
}

InputFile input(const std::string& name, const DeviceFile& file) {
  return {name, file.text.shown, file.text.sha256, {}, file.assumed};
}

InputFile input(const SystemFile& file) {
  return {file.system.id, file.text.shown, file.text.sha256, {}, file.assumed};
}

const Object<Diagnostic>& diagnostic() {
  static const Object<Diagnostic> table(
      "diagnostic", "A fault, a warning, or the reason for a null.",
      {
          {"id",
           "gpumodel explain ID prints a page",
           &Diagnostic::id,
           {.pattern = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"}},
          {"severity", "", &Diagnostic::severity},
          {"message", "one sentence", &Diagnostic::message},
          {"file", "null: no file is at fault",
           [](auto& d) { return only_if(!d.file.empty(), d.file); }},
          {"line",
           "1-based; null: the file as a whole",
           [](auto& d) { return only_if(d.line > 0, d.line); },
           {.least = 1}},
          {"column",
           "1-based, in characters; null: the file as a whole",
           [](auto& d) { return only_if(d.line > 0 && d.column > 0, d.column); },
           {.least = 1}},
      });
  return table;
}

const Object<InputFile>& input_file() {
  static const Object<InputFile> table(
      "input", "A file that the document was made from.",
      {
          {"name", "name written in the file", &InputFile::name},
          {"file", "as found: a path, or a path inside the library", &InputFile::file},
          {"sha256",
           "of the bytes of the file, lower-case hexadecimal",
           &InputFile::sha256,
           {.pattern = sha256_pattern}},
          {"assumed",
           "numbers of --set in place of those of the file, as given",
           [](auto& file) { return only_if(!file.assumed.empty(), std::span(file.assumed)); },
           {.left_out = true}},
      });
  return table;
}

}  // namespace gpumodel
