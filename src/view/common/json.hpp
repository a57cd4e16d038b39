// Machine-readable documents: base SI units with the unit in the key, fixed per field; numbers are
// numbers; what does not apply is null with a reason in `diagnostics`.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string_view>
#include <vector>

#include "models/core/expression/number.hpp"
#include "src/app/common/input_file.hpp"
#include "src/diagnostics/diagnostic.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

using Json = nlohmann::ordered_json;

// The head every document starts with. `inputs` names the files and values it was made from.
Json json_document(std::string_view command, Json inputs);

// Diagnostics and exit code, which every document ends with.
void finish_document(Json& document, const std::vector<Diagnostic>& diagnostics, int exit_code);

// {name, file, sha256} of an input file.
Json json_input(std::string_view name, const TextFile& file);
// The same; null where there is no file.
Json json_input(const std::optional<InputFile>& file);

// What does not apply is null.
template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

// A whole number as such, so that 64-bit counts keep every digit.
Json json_number(Number value);

// Two-space indentation and a final newline.
std::string to_text(const Json& document);
// The same in one line, without its end.
std::string to_line(const Json& value);

}  // namespace gpumodel
