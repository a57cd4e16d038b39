// A whole document: its head, what it was made from and says, diagnostics and exit code.
#pragma once

#include <span>

#include "models/core/curve.hpp"
#include "src/app/common/input_file.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/device/read_device.hpp"
#include "src/io/device/read_system.hpp"
#include "src/io/text/text_file.hpp"
#include "src/view/document/object.hpp"

namespace gpumodel {

struct DocumentHead {
  std::string_view name;  // of the schema: "predict"
  std::string_view description;
  std::string_view alternative{};  // where several documents have one name: "devices list"
  std::string_view command = name;
  std::string_view version = "1.0";
  std::vector<int> exit_codes{0};
};

struct AnyDocument {
  DocumentHead head;
  AnyObject body;

  Json write(const void* answer, std::span<const Diagnostic> diagnostics, int exit_code) const;
};

template <class T>
struct Document : AnyDocument {
  // The first field is `inputs`.
  Document(DocumentHead first, std::initializer_list<Field<T>> rows)
      : AnyDocument{std::move(first), {{}, {}, {rows.begin(), rows.end()}}} {}

  Json write(const T& answer, std::span<const Diagnostic> diagnostics, int exit_code = 0) const {
    return AnyDocument::write(&answer, diagnostics, exit_code);
  }
};

inline constexpr std::string_view sha256_pattern = "^[0-9a-f]{64}$";
const Object<InputFile>& input_file();
// The rows of a curve: [what it depends on, value].
std::vector<std::array<double, 2>> rows_of(const SourcedCurve& curve);
template <class S>
Provenance from_of(const S& sourced) {
  return sourced.source.from;
}

// Of documents that no file was named for.
template <class T>
const Object<T>& no_inputs() {
  static const Object<T> table("no_inputs", "", {});
  return table;
}
InputFile input(const std::string& name, const TextFile& file);
// With what is assumed in place of its numbers.
InputFile input(const std::string& name, const DeviceFile& file);
InputFile input(const SystemFile& file);
const Object<Diagnostic>& diagnostic();

}  // namespace gpumodel
